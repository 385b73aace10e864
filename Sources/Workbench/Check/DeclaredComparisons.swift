internal import Analysis
internal import Recordings
internal import RunFolders
internal import RunStore
package import Units

/// The comparisons that a suite or the command line declares.
///
/// If runs have commits, stages are compared at the newest commit, because older runs say nothing about it.
struct DeclaredComparisons {
  private let store: RunStore
  private let limits: RunFilter
  private let metrics: [Metric.ID]
  private let order: OrderedCommits?
  private let floors: NoiseFloorOptions
  private let hasSegments: Bool
  /// The names of the newest commit in runs; `nil` if there is none.
  private let tip: [String]?

  init(
    store: RunStore, tip: String?, limits: RunFilter, metrics: [Metric.ID], order: OrderedCommits?,
    floors: NoiseFloorOptions, hasSegments: Bool
  ) throws {
    self.hasSegments = hasSegments
    self.order = order
    self.floors = floors
    self.store = store
    self.limits = limits
    self.metrics = metrics
    guard let tip else {
      self.tip = nil
      return
    }
    do {
      guard
        case .commit(_, let names) = try MeasuredCommitNames(store: store, order: order).side(tip)
      else {
        self.tip = [tip]
        return
      }
      self.tip = names
    } catch is SideError {
      // No run measured the commit.
      self.tip = [tip]
    }
  }

  /// Computes all declared comparisons, and adjusts their p-values together.
  ///
  /// - Parameters:
  ///   - suites: the suites whose comparisons count.
  ///   - pairs: pairs on the command line, such as `5..6.1` or `v1.0..HEAD`.
  /// - Returns: in the order of the declarations.
  /// - Throws: if a side does not exist.
  func all(of suites: [SuiteDescription], pairs: [String]) throws -> [Comparison] {
    var comparisons: [Comparison] = []
    for suite in suites {
      for pair in suite.thresholds.comparisons {
        comparisons += try compare(
          .stage(suite: suite.id, stage: pair.to), "\(suite.id)/\(pair.to)",
          against: .stage(suite: suite.id, stage: pair.from), "\(suite.id)/\(pair.from)",
          of: suite, among: suites)
      }
    }
    let finder = SideFinder(store: store, suite: limits.suite, order: order)
    for pair in pairs {
      guard let dots = pair.firstRange(of: ".."), dots.lowerBound > pair.startIndex,
        dots.upperBound < pair.endIndex
      else { throw CheckFailure.noPair(pair) }
      guard pair[dots.upperBound] != "." else { throw SideError.symmetricRange(pair) }
      let (from, to) = (String(pair[..<dots.lowerBound]), String(pair[dots.upperBound...]))
      let sides = (reference: try finder.side(from), candidate: try finder.side(to))
      try finder.checkOrder(of: sides, written: (from, to))
      comparisons += try compare(
        sides.candidate, to.shortCommit, against: sides.reference, from.shortCommit, of: nil,
        among: suites)
    }
    Comparison.adjust(&comparisons)
    return comparisons
  }

  private func compare(
    _ candidate: SideReference, _ candidateName: String, against reference: SideReference,
    _ referenceName: String, of suite: SuiteDescription?, among suites: [SuiteDescription]
  ) throws -> [Comparison] {
    var limits = limits
    let isOfStages = [candidate, reference].allSatisfy {
      if case .stage = $0 { true } else { false }
    }
    if isOfStages { (limits.suite, limits.stage, limits.commits) = (nil, nil, tip) }
    var question = ComparisonQuestion()
    question.limits = limits
    question.order = order?.ids
    question.suites = suites
    question.floors = floors
    question.metrics = metrics
    question.needs.segments = hasSegments
    var runs = ComparedRuns(in: store, question)
    do {
      return try runs.compare(
        [(candidate, candidateName)], against: (reference, referenceName)
      ).comparisons
    } catch SideError.noRuns where isOfStages {
      return [nothing(candidateName, against: referenceName, of: suite)]
    }
  }

  /// A comparison without values, for a pair of which one stage was not measured.
  private func nothing(
    _ candidate: String, against reference: String, of suite: SuiteDescription?
  ) -> Comparison {
    let ids = metrics.isEmpty ? suite?.tableRows ?? ThesisConventions.rows : metrics
    return Comparison(
      ComparedSide(name: candidate, runs: []), against: ComparedSide(name: reference, runs: []),
      metrics: ids.compactMap { Metric.named($0, amongThoseOf: suite?.measures ?? []) })
  }
}

/// Checks the thresholds of suites and locates problems.
enum LimitChecks {
  /// Checks a suite's file before runs are read.
  ///
  /// A metric that is not in the catalog may be a measure of the runs, unless it looks like a misspelled metric.
  ///
  /// - Parameter file: the path of the description; `nil` if it is unknown.
  /// - Throws: for the first invalid limit or noise floor.
  static func check(_ suite: SuiteDescription, file: String?) throws {
    let named = { (id: Metric.ID) in Metric.named(id, amongThoseOf: suite.measures) }
    let ids = suite.thresholds.limits.map(\.metric) + suite.thresholds.noiseFloors.keys
    let brought = Set(ids.filter { named($0) == nil && nearest(to: $0) == nil })
    do throws(LimitProblem) {
      _ = try Metric.withNoiseFloors(of: suite, named: named, passingOver: brought)
      _ = try CheckLimits(
        options: [], suites: [suite], named: named, titles: [], passingOver: brought)
    } catch {
      throw failure(error, titles: [], suiteFile: file)
    }
  }

  /// The failure for a problem, with the nearest existing name and the place in the file.
  static func failure(_ problem: LimitProblem, titles: [String], suiteFile: String?) -> Complaint {
    let nearest: String? =
      switch problem.fault {
      case .unknownMetric(let metric): nearest(to: metric)
      case .unknownStage(let stage, _):
        stage.nearest(
          among: titles + titles.compactMap { $0.split(separator: "/").last.map(String.init) })
      default: nil
      }
    var (file, place): (String?, TextPlace?) = (nil, nil)
    if case .suite(let suite, let key) = problem.origin, let suiteFile {
      // The problem may be in another suite than that of the file.
      if let description = try? DescriptionFile.suite(at: suiteFile), description.id == suite {
        file = suiteFile
        place = DescriptionFile.place(of: key, in: suiteFile)
      }
    }
    return problem.fault.complaint(at: problem.origin.place(in: file), nearest: nearest)
      .placed(at: place)
  }

  private static func nearest(to id: Metric.ID) -> String? {
    id.nearest(among: Metric.all.map(\.id))
  }
}

/// Why `hitchmark check` failed.
package enum CheckFailure {
  /// The named acceptance file does not exist.
  package static func noAcceptanceFile(_ file: String) -> Complaint {
    Complaint(
      at: file, "the file does not exist",
      remedy: "leave out --accepted, or create the file with --accept FINDING")
  }

  package static func unknownFinding(_ id: String, known: [String]) -> Complaint {
    Complaint(
      at: "--accept", "the check has no finding with the id “\(id)”",
      wanted: known.isEmpty
        ? "the check has no finding that could be accepted" : "expected one of \(quoted(known))")
  }

  /// The finding has nothing to accept: it is accepted already, or nothing is worse.
  package static func nothingToAccept(_ id: String, isAccepted: Bool) -> Complaint {
    isAccepted
      ? Complaint(at: "--accept", "the finding “\(id)” is already accepted")
      : Complaint(
        at: "--accept", "the finding “\(id)” is not a regression",
        wanted:
          "expected a finding with the state open, partly fixed, suspect, inconclusive or environment"
      )
  }

  package static var noReason: Complaint {
    Complaint(
      at: "--accept", "the reason is missing", remedy: "pass --reason TEXT")
  }

  /// An option of acceptances was given without `--accept`.
  package static func nothingToGiveItTo(_ option: String) -> Complaint {
    Complaint(
      at: option, "the option describes an accepted finding, and none is named",
      remedy: "pass --accept FINDING too")
  }

  /// The trip-wire is not a percentage above 0.
  package static func badTripWire(_ text: String) -> Complaint {
    Complaint(
      at: "--trip-wire", "“\(text)” is not a percentage",
      wanted: "expected a percentage above 0, such as 25%",
      remedy: "pass --no-trip-wire if the runs of a single session must never prove a regression")
  }

  /// The last day is not a date.
  package static func badDay(_ text: String) -> Complaint {
    Complaint(
      at: "--until", "“\(text)” is not a date",
      wanted: "expected a date such as 2026-12-31, or never")
  }

  /// A word is not a pair of sides.
  package static func noPair(_ text: String) -> Complaint {
    Complaint(
      at: "--compare", "“\(text)” does not name two sides to compare",
      wanted: "expected two stages or commits with “..” between them, such as stage-1..stage-2")
  }

  /// The environment variable with the file for the summary is not set.
  package static var noSummary: Complaint {
    Complaint(
      at: "--step-summary", "the environment variable GITHUB_STEP_SUMMARY is not set",
      remedy: "outside of GitHub Actions, name a file with --summary")
  }

  /// The suite of the file has no runs in the store.
  package static func noRunsOfSuite(_ suite: String, file: String, known: [String]) -> Complaint {
    Complaint(
      at: file, "the store has no runs of suite “\(suite)”",
      wanted: known.isEmpty
        ? "the store has no suites" : "the suites in the store are \(quoted(known))",
      remedy: "ingest the suite's folder first")
  }
}

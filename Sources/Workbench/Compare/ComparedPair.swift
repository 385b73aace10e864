internal import Analysis
internal import Recordings
internal import RunFolders
internal import RunStore
internal import System
internal import TraceReaders
internal import Units

extension Place {
  /// The place of a trace: the stage of its folder, or else its benchmark or its kind of stream.
  init(of trace: RunSummary, _ planned: PlannedRun, isEveryStream: Bool) {
    let kind = isEveryStream ? trace.origin.stream.map(Recording.Origin.kind) : nil
    self.init(
      suite: planned.suite, stage: planned.stage ?? trace.origin.iteration?.benchmark ?? kind)
  }
}

extension RunRecord {
  var place: Place { Place(suite: suite, stage: stage) }
}

/// The runs of one stage on one side, from the store or from traces.
struct StageRuns {
  let place: Place
  var records: [RunRecord] = []
  var traces: [RunSummary] = []
  /// The files of the traces, in the same order.
  var captures: [ComparedCapture] = []
  /// The suite in whose folder traces were found; `nil` for runs of the store.
  var suite: FoundSuite?
}

/// The runs of a side, by stage.
struct SideRuns {
  /// The side as written on the command line.
  let name: String
  /// Whether the side is always one stage: traces, or a stage.
  let isOneStage: Bool
  /// The stages in the order of the store, or of the traces; not empty.
  let stages: [StageRuns]
  /// The paths of traces, without links; empty for runs of the store.
  var paths: Set<String> = []

  /// The suite of all stages; `nil` if there are several.
  var suite: String? {
    let ids = Set(stages.map(\.place.suite))
    return ids.count == 1 ? ids.first ?? nil : nil
  }

  var ids: Set<RunID> { Set(stages.flatMap(\.records).map(\.id)) }

  var titles: [String] { stages.map { $0.place.title ?? "no stage" } }
}

/// The runs of one stage on both sides.
struct ComparedPair {
  /// The title of the compared stage; empty if it is the only one.
  let title: String
  var reference: StageRuns
  var candidate: StageRuns
  /// The compared segment of the runs; `nil` for whole runs.
  var segment: String?
  /// The device of all runs, if each device is compared on its own.
  var device: String?

  var records: [RunRecord] { reference.records + candidate.records }

  var suite: String? {
    reference.place.suite == candidate.place.suite ? reference.place.suite : nil
  }

  /// The folder of the suite to which the traces of both sides belong, without links; `nil` otherwise.
  var suiteFolder: String? {
    let files = [reference, candidate].map { side in
      side.records.isEmpty ? side.suite?.file.flatMap(Platform.realPath) : nil
    }
    guard let file = files[0], file == files[1], let slash = file.lastIndex(of: "/") else {
      return nil
    }
    return String(file[..<slash])
  }

  var areCommitsOfOneStage: Bool {
    let commits = [reference, candidate].map { Set($0.records.map(\.description.commit)) }
    return isOfOneStage && !commits[0].contains(nil) && commits[0].isDisjoint(with: commits[1])
  }

  var isOfOneStage: Bool {
    reference.place == candidate.place && !reference.records.isEmpty && !candidate.records.isEmpty
  }

  /// Throws if the sides share runs, because comparisons of overlapping samples are invalid.
  static func checkOverlap(of candidate: SideRuns, _ reference: SideRuns) throws(SideError) {
    let (before, after) = (reference.ids, candidate.ids)
    let both = before.intersection(after)
    guard both.isEmpty else { throw .overlap(both.count, isAll: before == after) }
    let files = reference.paths.intersection(candidate.paths)
    // Equal sides are compared, with a warning that the result is meaningless.
    guard files.isEmpty || reference.paths == candidate.paths else {
      throw .overlap(files.count, isAll: false)
    }
  }

  /// The stages of two sides to compare: one with another, or those that both have.
  ///
  /// If each side is one suite and one side is traces, only the ids of stages count, because a copied folder is another
  /// suite.
  ///
  /// - Returns: in the order of the reference; not empty.
  /// - Throws: if the sides have no stage in common, or one has no stage and the other has several.
  static func pairs(
    _ candidate: SideRuns, against reference: SideRuns
  ) throws(SideError) -> [ComparedPair] {
    let (before, after) = (reference.stages, candidate.stages)
    if before.count == 1, after.count == 1, reference.isOneStage || candidate.isOneStage {
      return [ComparedPair(title: "", reference: before[0], candidate: after[0])]
    }
    for isCopy in [false, true] where !isCopy || areCopies(candidate, reference) {
      let pairs = before.compactMap { stage in
        after.first { isCopy ? $0.place.stage == stage.place.stage : $0.place == stage.place }
          .map { other in
            ComparedPair(
              title: isCopy ? stage.place.stage ?? "" : stage.place.title ?? "", reference: stage,
              candidate: other)
          }
      }
      guard pairs.isEmpty else { return pairs }
    }
    for (side, other) in [(reference, candidate), (candidate, reference)]
    where side.stages.count == 1 && side.stages[0].place.stage == nil && side.isOneStage {
      throw .stageless(side.name, other: other.name, stages: other.titles)
    }
    throw .nothingInCommon(reference: reference.titles, candidate: candidate.titles)
  }

  /// Whether each side is one suite, or the benchmarks of files without one, and one side is traces.
  private static func areCopies(_ candidate: SideRuns, _ reference: SideRuns) -> Bool {
    let sides = [candidate, reference]
    return sides.allSatisfy { side in Set(side.stages.map(\.place.suite)).count == 1 }
      && sides.contains { side in side.stages.contains { !$0.traces.isEmpty } }
  }
}

/// A pair of stages with the values of its runs.
struct ComparisonRequest {
  let pair: ComparedPair
  let reference: ComparedSide
  let candidate: ComparedSide
  let metrics: [Metric]
  let design: SessionDesign
  /// The devices that measured only one side, whose runs are left out.
  var unpairedDevices: (reference: [String], candidate: [String]) = ([], [])

  /// A comparison per device on which both sides were measured, if there are several devices; otherwise the comparison
  /// itself.
  ///
  /// Runs of different devices are no sample of one program.
  var byDevice: [ComparisonRequest] {
    let names = [reference, candidate].map { $0.runs.map(\.description.device.name) }
    let (before, after) = (Set(names[0]), Set(names[1]))
    let common = names[0].compactMap(\.self).distinct.filter(after.contains)
    let all = before.union(after)
    guard all.count > 1, !all.contains(nil), !common.isEmpty else { return [self] }
    return common.map { device in
      var pair = pair
      pair.device = device
      pair.reference.records.removeAll { $0.description.device.name != device }
      pair.candidate.records.removeAll { $0.description.device.name != device }
      let sides = [reference, candidate].map { side in
        ComparedSide(
          name: side.name, runs: side.runs.filter { $0.description.device.name == device })
      }
      var request = ComparisonRequest(
        pair: pair, reference: sides[0], candidate: sides[1], metrics: metrics, design: design)
      request.unpairedDevices = (
        names[0].compactMap(\.self).distinct.filter { !after.contains($0) },
        names[1].compactMap(\.self).distinct.filter { !before.contains($0) }
      )
      return request
    }
  }

  /// The comparison of whole runs, followed by those of the segments that both sides have.
  var withSegments: [ComparisonRequest] {
    let common = reference.segmentNames.filter(Set(candidate.segmentNames).contains)
    return [self] + common.map(request)
  }

  private func request(forSegment name: String) -> ComparisonRequest {
    var pair = pair
    pair.segment = name
    return ComparisonRequest(
      pair: pair,
      reference: ComparedSide(
        name: reference.name, runs: reference.runs.segments(named: name)),
      candidate: ComparedSide(
        name: candidate.name, runs: candidate.runs.segments(named: name)),
      metrics: metrics, design: design)
  }

  /// Whether both sides share their sessions.
  var sharesSessions: Bool { design.sharesSessions }

  /// The environment of both sides; `nil` if it is not the same for all runs.
  var environment: TrendEnvironment? {
    let all = Set((reference.runs + candidate.runs).map { TrendEnvironment($0.description.device) })
    return all.count == 1 ? all.first : nil
  }
}

/// A request with the other data of its comparison, for use on any thread.
struct ComparisonTask: Sendable {
  let request: ComparisonRequest
  /// The runs of the same stages in other sessions.
  let sessions: [[RunSummary]]
  let levels: [Metric.ID: Known<PresentLevel>]
  let mixesGeneratedFrames: Bool

  /// Compares the sides.
  ///
  /// - Parameters:
  ///   - suite: runs that noise may be borrowed from, one group per stage and commit.
  ///   - earlier: runs of other sessions, one group per stage.
  /// - Returns: the comparison, p-values not adjusted yet.
  func comparison(among suite: [[RunSummary]], earlier: [[RunSummary]] = []) -> Comparison {
    Comparison(
      stage: request.pair.title, segment: request.pair.segment, device: request.pair.device,
      request.candidate, against: request.reference,
      metrics: request.metrics,
      context: ComparisonContext(
        design: request.design, suite: compared(suite),
        areCommitsOfOneStage: request.pair.areCommitsOfOneStage,
        sessions: compared(sessions), levels: levels, earlier: compared(earlier),
        mixesGeneratedFrames: mixesGeneratedFrames),
      unpairedDevices: request.unpairedDevices)
  }

  /// The runs whose noise is that of the comparison: for a segment, the segment of each run that has it.
  private func compared(_ groups: [[RunSummary]]) -> [[RunSummary]] {
    guard let segment = request.pair.segment else { return groups }
    return groups.map { $0.segments(named: segment) }.filter { !$0.isEmpty }
  }
}

/// A suite's description, and its file if that is known.
struct FoundSuite {
  let description: SuiteDescription
  /// The path of its `suite.json`; `nil` if the description is from a store.
  let file: String?

  /// Whether both suites have the same rows and noise floors, so that comparisons by them are equal.
  fileprivate func judges(like other: FoundSuite) -> Bool {
    description.tableRows == other.description.tableRows
      && description.thresholds.noiseFloors == other.description.thresholds.noiseFloors
  }
}

extension TracePlan {
  /// The suite with an id, and its file; `nil` for traces without a suite.
  func suite(_ id: String?) -> FoundSuite? {
    suites.first { $0.id == id }.map { FoundSuite(description: $0, file: suiteFiles[$0.id]) }
  }
}

/// The suite whose rows and noise floors apply to a comparison.
enum ComparedSuites {
  case common(FoundSuite)
  case none
  /// Each side has a suite, and their rules differ.
  case different(reference: String, candidate: String)

  /// Decides between the suites of two sides.
  ///
  /// A side without a suite uses that of the other. If one suite has changed between the sides, the candidate's version
  /// applies.
  init(_ reference: FoundSuite?, _ candidate: FoundSuite?) {
    guard let reference, let candidate else {
      self = (candidate ?? reference).map { .common($0) } ?? .none
      return
    }
    let ids = (reference.description.id, candidate.description.id)
    self =
      ids.0 == ids.1 || reference.judges(like: candidate)
      ? .common(candidate) : .different(reference: ids.0, candidate: ids.1)
  }

  /// The suite that applies to both sides; `nil` if default rules apply.
  var common: FoundSuite? {
    if case .common(let suite) = self { suite } else { nil }
  }
}

internal import Recordings
internal import Statistics

/// A comparison of a reference with a candidate, each a group of runs, in several metrics.
///
///     var comparisons = [Comparison(candidate, against: reference, metrics: metrics)]
///     Comparison.adjust(&comparisons)
///     comparisons[0].metrics.map(\.verdict)
public struct Comparison: Sendable {
  /// The name of the stage whose runs are compared; empty if only one pair of stages is compared.
  public let stage: String
  /// The compared segment of the runs, such as a lap; `nil` if whole runs are compared.
  public let segment: String?
  /// The device on which all runs were measured, if there is a comparison for each of several devices; `nil` otherwise.
  public let device: String?
  public let reference: ComparedSide
  /// The devices that measured only one side, whose runs are left out.
  public let unpairedDevices: (reference: [String], candidate: [String])
  public let candidate: ComparedSide
  /// How the two sides relate to sessions.
  public let design: SessionDesign
  /// The results of the comparison, one per metric, in the requested order.
  public private(set) var metrics: [MetricComparison]
  /// The proof that frame times spread wider on one side of the comparison than on the other although the averages
  /// agree; `nil` if there is none.
  public let spread: SpreadComparison?

  /// Compares the runs of a candidate with the runs of a reference, one metric after the other.
  ///
  /// Call `adjust` afterwards for all comparisons that are judged together.
  ///
  /// `context` contains the other runs that noise may be estimated from.
  public init(
    stage: String = "", segment: String? = nil, device: String? = nil, _ candidate: ComparedSide,
    against reference: ComparedSide,
    metrics: [Metric], context: ComparisonContext = ComparisonContext(),
    comparesSpread: Bool = true,
    unpairedDevices: (reference: [String], candidate: [String]) = ([], [])
  ) {
    self.unpairedDevices = unpairedDevices
    (self.stage, self.segment, self.device) = (stage, segment, device)
    self.reference = reference
    self.candidate = candidate
    design = context.design ?? SessionDesign(candidate, against: reference)
    self.metrics = metrics.map {
      MetricComparison($0, candidate, against: reference, context: context)
    }
    spread =
      !comparesSpread || self.metrics.contains { $0.refusal == .generatedFrames }
      ? nil : SpreadComparison(candidate, against: reference)
  }

  /// The title of the comparison: the stage, the segment if only a part of each run is compared, and the device if
  /// there are several.
  ///
  /// The title is empty for whole runs if there is only one pair of sides.
  public var title: String {
    let place = Place.title(of: segment, in: stage.isEmpty ? nil : stage)
    return [place, device].compactMap(\.self).joined(separator: ", ")
  }

  /// The names of the segments, such as laps, that only the reference's runs have, and of those that only the
  /// candidate's runs have, in order of appearance.
  ///
  /// Empty if segments were not requested.
  public var unpairedSegments: (reference: [String], candidate: [String]) {
    let (before, after) = (reference.segmentNames, candidate.segmentNames)
    return (before.filter { !after.contains($0) }, after.filter { !before.contains($0) })
  }

  /// Judges several comparisons together: adjusts their p-values and the confidence of their intervals for the number
  /// of metrics, by the method of Benjamini and Hochberg.
  public static func adjust(_ comparisons: inout [Comparison]) {
    var pValues: [Double] = []
    for outer in comparisons.indices {
      for inner in comparisons[outer].metrics.indices {
        guard let pValue = comparisons[outer].metrics[inner].evidence.value?.pValue else {
          continue
        }
        comparisons[outer].metrics[inner].testNumber = pValues.count
        pValues.append(pValue)
      }
    }
    guard let family = try? TestFamily(pValues) else { return }
    for index in comparisons.indices { comparisons[index].judge(in: family) }
  }

  /// Takes an experiment's answer for the verdict on its metric, so that the two cannot disagree.
  ///
  /// Call it after `adjust`.
  public mutating func accept(_ answer: BlockComparison) {
    guard let index = metrics.firstIndex(where: { $0.metric.id == answer.metric.id }) else {
      return
    }
    metrics[index].accept(answer)
  }

  private mutating func judge(in family: TestFamily) {
    for index in metrics.indices { metrics[index].judge(in: family) }
    for index in metrics.indices where bearsOutStep(index) {
      metrics[index].isStepBorneOut = true
      metrics[index].judge(in: family)
    }
  }

  /// Whether a tail metric changed by one refresh, and the share of late frames changed with it.
  private func bearsOutStep(_ index: Int) -> Bool {
    let metric = metrics[index]
    guard metric.isRefreshStep, let share = metric.metric.refreshSteps?.share,
      let judge = metrics.first(where: { $0.metric.id == share }), judge.isProved
    else { return false }
    return judge.verdict == metric.direction
  }

  /// The largest proved regression among the comparison's metrics, as a multiple of the smallest change that matters
  /// (the noise floor); 0 if none.
  ///
  /// It is infinite for a noise floor of 0.
  public var severity: Double {
    metrics.filter { $0.verdict == .regressed }
      .compactMap { metric in
        metric.evidence.value.map { $0.effect.magnitude / metric.noiseFloor }
      }.max() ?? 0
  }

  /// Whether more runs or earlier sessions may make the comparison more sensitive, because a metric was not judged, or
  /// because its noise was estimated only from the compared runs.
  public var lacksNoise: Bool {
    metrics.contains { metric in
      guard !metric.reference.isEmpty, !metric.candidate.isEmpty else { return false }
      switch metric.evidence.value?.mode {
      case nil, .equalRuns, .separate, .sameSession, .sessions: return true
      case .exact, .paired, .moderated, .history, .suite, .earlierSessions, .blocks: return false
      }
    }
  }

  /// Whether reference and candidate have equal values in every metric of the comparison, for example because they
  /// contain copies of the same runs.
  ///
  /// Metrics without a value on either side do not count; `false` if no metric has a value.
  public var hasEqualSides: Bool {
    let judged = metrics.filter { !$0.reference.isEmpty || !$0.candidate.isEmpty }
    return !judged.isEmpty && judged.allSatisfy { $0.reference.sorted() == $0.candidate.sorted() }
  }

  /// Whether more measurement sessions would make the comparison more sensitive, because a metric was not judged or
  /// because it is unknown how much sessions differ.
  public var lacksSessions: Bool {
    metrics.contains { metric in
      guard !metric.reference.isEmpty, !metric.candidate.isEmpty else { return false }
      let mode = metric.evidence.value?.mode
      return [nil, .separate, .equalRuns(sharesSessions: false)].contains(mode)
    }
  }

  /// The conditions in which reference and candidate differ: name, value in the reference, value in the candidate.
  ///
  /// A condition that is unknown on one side is no difference.
  public var differences: [(fact: String, reference: String, candidate: String)] {
    facts.compactMap { name, fact in
      guard let before = reference.distinct(fact), let after = candidate.distinct(fact) else {
        return nil
      }
      return before == after ? nil : (name, before, after)
    }
  }

  /// The conditions: first those of all devices, then others of devices by name, then labels.
  private var facts: [(name: String, fact: (RunSummary) -> String?)] {
    let devices = (reference.runs + candidate.runs).map(\.description.device)
    let properties = Set(devices.flatMap(\.properties.keys)).sorted()
    let common: [(String, (Device) -> String?)] = [
      ("device", \.name), ("system", \.os), ("processor", \.cpu), ("graphics", \.gpu),
      ("refresh rate", { $0.refreshRate.map { "\($0) Hz" } }),
    ]
    let all = common + properties.map { name in (name, { $0.properties[name] }) }
    return all.map { name, fact in (name, { fact($0.description.device) }) }
      + RunDescription.conditions.map { label, name in (name, { $0.description.labels[label] }) }
      + [(name: "capture format", fact: { $0.origin.format })]
  }
}

extension [Comparison] {
  /// The comparisons ordered by severity: the stage with the largest proved regression comes first.
  ///
  /// The comparisons of one stage stay together, and keep their order: whole runs, then segments. Stages of equal
  /// severity keep their order.
  public var worstFirst: [Comparison] {
    let severities = Dictionary(map { ($0.stage, $0.severity) }, uniquingKeysWith: Swift.max)
    let ranks = Dictionary(enumerated().map { ($1.stage, $0) }) { first, _ in first }
    return enumerated().map { offset, comparison in
      let stage = comparison.stage
      return (comparison, (-(severities[stage] ?? 0), ranks[stage] ?? 0, offset))
    }.sorted { $0.1 < $1.1 }.map(\.0)
  }
}

extension ComparedSide {
  /// The distinct known values of a condition of the runs; `nil` if it is unknown for all.
  fileprivate func distinct(_ fact: (RunSummary) -> String?) -> String? {
    let values = Set(runs.compactMap(fact))
    return values.isEmpty ? nil : values.sorted().joined(separator: " / ")
  }
}

/// One of the two sides of a comparison, reference or candidate: its name and its runs.
public struct ComparedSide: Sendable {
  public let name: String

  /// The runs on one side of a comparison, at least one.
  public let runs: [RunSummary]

  /// Creates one side (reference or candidate) of a comparison from its name and its runs, at least one.
  public init(name: String, runs: [RunSummary]) {
    self.name = name
    self.runs = runs
  }

  /// The ids of the commits that the runs on one side of a comparison measured, in alphabetical order.
  ///
  /// Runs without a commit are left out.
  public var commits: [String] { Set(runs.compactMap(\.description.commit)).sorted() }

  /// The names of the measurement sessions to which the runs on one side of a comparison belong.
  ///
  /// Runs without a session are left out.
  public var sessions: Set<String> { Set(runs.compactMap(\.description.session)) }

  /// The names of segments, such as laps, in order of appearance; empty if none were requested.
  public var segmentNames: [String] { runs.segmentNames }

  func values(of metric: Metric) -> [Double] {
    runs.compactMap { $0[metric.id]?.value.value }
  }

  /// The least trustworthy input of the side's values.
  func basis(of metric: Metric) -> MetricValue.Basis {
    runs.compactMap { $0[metric.id] }.filter { $0.value.value != nil }.map(\.basis).max()
      ?? .measured
  }

  /// The median of a metric per session, for the runs that have a value.
  func sessionMedians(of metric: Metric) -> [String: Double] {
    var values: [String: [Double]] = [:]
    for run in runs {
      guard let session = run.description.session, let value = run[metric.id]?.value.value else {
        continue
      }
      values[session, default: []].append(value)
    }
    return values.compactMapValues { Moments.median(of: $0) }
  }

  /// The values per session, in alphabetical order of the sessions.
  ///
  /// Runs without a session count as one session.
  func sessionValues(of metric: Metric) -> [[Double]] {
    Dictionary(grouping: runs) { $0.description.session ?? "" }.sorted { $0.key < $1.key }
      .map { _, runs in runs.compactMap { $0[metric.id]?.value.value } }.filter { !$0.isEmpty }
  }

  /// The side as one point of a trend; `nil` if no run has a value of the metric.
  func point(of metric: Metric) -> Double? {
    let sessions = Dictionary(grouping: runs, by: \.description.session).values.compactMap { runs in
      Moments.median(of: runs.compactMap { $0[metric.id]?.value.value })
    }
    return Moments.median(of: sessions)
  }

  /// Whether each session has only one run on this side.
  var hasOneRunASession: Bool {
    let named = runs.compactMap(\.description.session)
    return Set(named).count == named.count
  }

  /// Why the side has no value of a metric; `nil` if it has one.
  func reason(against metric: Metric) -> String? {
    guard values(of: metric).isEmpty else { return nil }
    return runs.compactMap { $0[metric.id]?.value.reason }.first ?? Withheld.notComputed.reason
  }
}

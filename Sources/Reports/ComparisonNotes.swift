internal import Analysis
internal import Documents
internal import Recordings
internal import Units

/// The notes of a comparison, the most important first; the first screen has three of them.
struct ComparisonNotes {
  private let notes: [[Inline]]

  private static let most = 3

  init(of comparisons: [Comparison]) {
    notes =
      Self.sameness(of: comparisons) + Self.frameRates(of: comparisons)
      + Self.conditions(of: comparisons)
      + Self.suspicion(of: comparisons) + Self.doubts(of: comparisons)
      + Self.reasons(of: comparisons) + Self.problems(of: comparisons)
      + Self.reach(of: comparisons)
  }

  /// The notes of the first screen.
  var first: [Block] { notes.isEmpty ? [] : [.list(Array(notes.prefix(Self.most)))] }

  var rest: [Block] {
    notes.count > Self.most ? [.list(Array(notes.dropFirst(Self.most)))] : []
  }

  // MARK: - The runs

  private static func sameness(of comparisons: [Comparison]) -> [[Inline]] {
    guard comparisons.allSatisfy(\.hasEqualSides) else { return [] }
    let words =
      " They are probably the same runs, and comparing them means nothing."
    return [[.strong("Both sides have the same values in every metric."), .text(words)]]
  }

  /// The frame rates of a side with frames and a side with samples of a frame rate, which no metric has in common.
  private static func frameRates(of comparisons: [Comparison]) -> [[Inline]] {
    guard let first = comparisons.first else { return [] }
    let names = first.headings
    let rates = [(names.reference, first.reference.runs), (names.candidate, first.candidate.runs)]
      .map { name, runs in
        (name, measured: runs.mean("fps.avg"), sampled: runs.mean(OwnMeasure.sampledFrameRate))
      }
    guard rates[0].measured == nil || rates[1].measured == nil,
      rates[0].sampled == nil || rates[1].sampled == nil,
      rates.allSatisfy({ $0.measured ?? $0.sampled != nil })
    else { return [] }
    let words = rates.map { name, measured, sampled in
      let rate = Quantity(measured ?? sampled ?? 0, .framesPerSecond).text(decimals: 1)
      return "\(name) \(rate) FPS"
        + (measured == nil ? ", the average of samples" : " from its frames")
    }
    return [
      [.strong("No frame rate in common:"), .text(" \(words.joined(separator: "; ")).")]
    ]
  }

  /// How the conditions of the two sides differ.
  private static func conditions(of comparisons: [Comparison]) -> [[Inline]] {
    var facts: [String] = []
    for found in comparisons.flatMap(\.differences) {
      let fact = "\(found.fact) \(found.reference) → \(found.candidate)"
      if !facts.contains(fact) { facts.append(fact) }
    }
    guard !facts.isEmpty else { return [] }
    let more = facts.count > 8 ? "; and \(facts.count - 8) more" : ""
    return [
      [
        .strong("Measured under different conditions, which may explain the change:"),
        .text(" \(facts.prefix(8).joined(separator: "; "))\(more)."),
      ]
    ]
  }

  /// What a suspect change needs to be proved.
  private static func suspicion(of comparisons: [Comparison]) -> [[Inline]] {
    let suspects = comparisons.filter { comparison in
      comparison.metrics.contains {
        $0.verdict == .suspect && $0.judgment?.coverage == .runs
      }
    }
    guard let first = suspects.first else { return [] }
    let names = first.headings
    let cure =
      "To prove it, alternate \(names.reference) and \(names.candidate), or measure each in three sessions"
    let stated =
      first.design == .different
      ? "." : "; if these runs did alternate in one session, say --same-session."
    return [
      [
        .strong("Maybe:"),
        .text(" the runs differ clearly, but \(first.design.doubt). \(cure)\(stated)"),
      ]
    ]
  }

  // MARK: - The verdicts

  private static func doubts(of comparisons: [Comparison]) -> [[Inline]] {
    let metrics = comparisons.flatMap(\.metrics)
    let older = metrics.filter { $0.verdict == .suspect && $0.evidence.value?.isDoubtful == true }
    let steps = metrics.filter(\.isUnconfirmedStep)
    var notes: [[Inline]] = []
    if !older.isEmpty {
      notes.append([
        .strong("Maybe older:"),
        .text(
          " the reference commit already differs from the commits before it, in \(listed(older))."),
      ])
    }
    if !steps.isEmpty {
      notes.append([
        .strong("One refresh:"),
        .text(
          " \(listed(steps)) changed by at most one refresh of the display, which a single frame can do, and the share of late frames did not follow."
        ),
      ])
    }
    return notes
  }

  /// Why metrics were not judged; a single table says so itself.
  private static func reasons(of comparisons: [Comparison]) -> [[Inline]] {
    comparisons.count == 1 ? [] : reasons(among: comparisons.flatMap(\.metrics)).map { [.text($0)] }
  }

  /// Why metrics were not judged, one sentence per reason.
  static func reasons(among metrics: [MetricComparison]) -> [String] {
    let known = metrics.filter { $0.plainChange != nil || $0.refusal != nil }
    let unjudged = known.filter { $0.evidence.value == nil }
    let reasons = unjudged.reduce(into: [String]()) { reasons, metric in
      if !reasons.contains(metric.withheldReason) { reasons.append(metric.withheldReason) }
    }
    return reasons.map { reason in
      let own = unjudged.filter { $0.withheldReason == reason }
      let words = String(reason.trimmingPrefix("not judged: "))
      let head = words.count < reason.count ? "Not judged" : "Not compared"
      // The title says that nothing was judged.
      return own.count == known.count
        ? "\(words.capitalizedFirst)." : "\(head), \(listed(own)): \(words)."
    }
  }

  /// The worst problem of the data that casts doubt on the change, and runs far from their siblings.
  private static func problems(of comparisons: [Comparison]) -> [[Inline]] {
    let worst = DataQualityList.worst(
      on: ComparisonReport.flawedRuns(of: comparisons), from: .warning)
    let problem = worst.map { line, count in
      line
        + (count > 1 ? [.text(" (\(counted(count - 1, "other problem")): see the details)")] : [])
    }
    return [problem].compactMap(\.self) + OddRunNotes.lines(on: comparisons)
  }

  /// What more runs could show, if nothing is proved.
  private static func reach(of comparisons: [Comparison]) -> [[Inline]] {
    guard comparisons.count == 1, !comparisons[0].metrics.contains(where: \.isProved) else {
      return []
    }
    let open = comparisons[0].metrics.filter {
      $0.verdict == .inconclusive && $0.judgment?.smallestDetectableEffect != nil
    }
    guard let metric = open.first(where: \.metric.isSpeed) ?? open.first,
      let judgment = metric.judgment, let evidence = metric.evidence.value,
      let least = judgment.smallestDetectableEffect
    else { return [] }
    let size = metric.metric.sizePrinting(isRelative: evidence.isRelative).text(
      metric.metric.changeQuantity(least, isRelative: evidence.isRelative))
    let shown = "Such runs prove a change of \(size) in \(metric.metric.brief) in 80% of cases"
    let unit = evidence.mode.repetition.rawValue
    guard metric.noiseFloor > 0 else { return [[.text("\(shown).")]] }
    guard let needed = judgment.repetitionsNeeded, needed <= ComparisonTables.mostUseful else {
      return [[.text("\(shown); \(metric.floorText) is out of reach at this noise.")]]
    }
    return [[.text("\(shown); \(metric.floorText) needs \(needed) \(unit) a side.")]]
  }

  static func listed(_ metrics: [MetricComparison]) -> String {
    let names = metrics.map(\.metric.brief).distinct
    let more = names.count > 4 ? " and \(names.count - 4) more" : ""
    return names.prefix(4).joined(separator: ", ") + more
  }
}

extension SessionDesign {
  /// The design among the facts of a comparison.
  var words: String {
    switch self {
    case .stated: "one session, as stated"
    case .named(let count): count == 1 ? "one session" : "the same \(count) sessions"
    case .alternating: "alternating"
    case .blocks: "one side after the other"
    case .different: "different sessions"
    case .unknown: "sessions not stated"
    }
  }

  /// Why a clear difference of runs proves nothing, after "but".
  fileprivate var doubt: String {
    switch self {
    case .blocks:
      "one side was measured after the other, so a drift of the device may be the reason"
    case .unknown(let reason?): "nobody stated their sessions, which may be the reason (\(reason))"
    case .unknown:
      "nobody stated their sessions, and two sessions of the same program may differ as much"
    case .stated, .named, .alternating, .different: "so could two sessions of the same program"
    }
  }
}

extension [RunSummary] {
  /// The mean of a metric over the runs that have it; `nil` if none has.
  fileprivate func mean(_ id: Metric.ID) -> Double? {
    let values = compactMap { $0[id]?.value.value }
    return values.isEmpty ? nil : values.reduce(0, +) / Double(values.count)
  }
}

/// The data-quality notes about runs that are far from their siblings.
enum OddRunNotes {
  /// One line per group of siblings with odd runs.
  ///
  /// - Parameters:
  ///   - runs: the runs of one stage and side.
  ///   - metrics: those of the output.
  ///   - name: the name of a run in the output, by its position.
  static func lines(
    on runs: [RunSummary], metrics: [Metric], named name: (Int) -> String
  ) -> [[Inline]] {
    OddRuns.all(among: runs, metrics: metrics).map { odd in
      [.strong(odd.indices.map(name).listed + ":"), .text(" \(sentence(on: odd))")]
    }
  }

  /// The notes on both sides of comparisons of whole runs.
  static func lines(on comparisons: [Comparison]) -> [[Inline]] {
    comparisons.filter { $0.segment == nil }.flatMap { comparison in
      let (names, metrics) = (comparison.headings, comparison.oddMetrics)
      return [(names.reference, comparison.reference), (names.candidate, comparison.candidate)]
        .flatMap { heading, side in
          let place = comparison.stage.isEmpty ? heading : "\(comparison.stage), \(heading)"
          return lines(on: side.runs, metrics: metrics) { "\(place), run \(side.runs[$0].name)" }
        }
    }
  }

  private static func sentence(on odd: OddRuns) -> String {
    let metric = odd.metric
    let isOne = odd.indices.count == 1
    return
      """
      \(metric.words) \(odd.values.map(metric.levelText).listed), far from \(isOne ? "its" : "their") \
      siblings (the median of \(odd.count) runs is \(metric.levelText(odd.median))); without \
      \(isOne ? "this run" : "these runs"), the average is \(metric.levelText(odd.meanWithout)) \
      instead of \(metric.levelText(odd.mean)); not left out (note)
      """
  }
}

extension Comparison {
  /// The metrics in which a run of a side can be odd.
  var oddMetrics: [Metric] { metrics.map(\.metric) + Explanation.metrics }
}

extension OddRuns {
  /// The JSON form; `runs` are those of which some are odd.
  func json(among runs: [RunSummary]) -> JSONValue {
    [
      "runs": .array(indices.map { .string(runs[$0].name) }),
      "metric": .string(metric.id),
      "values": .array(values.map { .number($0) }),
      "median": .number(median), "mean": .number(mean),
      "mean_without": .number(meanWithout), "siblings": .integer(count - indices.count),
    ]
  }
}

internal import Analysis
internal import Documents
internal import Recordings
internal import Units

/// The answer of comparisons in a line: `0.1 is faster than 0.2: FPS +284%, p99 −79%`.
struct ComparisonTitle {
  private let comparisons: [Comparison]
  private let names: (reference: String, candidate: String)

  /// The metrics that titles prefer, with their short names.
  private static let preferred: [(id: Metric.ID, words: String)] = [
    ("fps.avg", "FPS"), ("frametime.p99", "p99"), ("frametime.p95", "p95"),
    ("frametime.p50", "median frame"), ("frametime.max", "longest frame"),
  ]

  /// Prepares the title of at least one comparison with equal sides.
  init(of comparisons: [Comparison]) {
    self.comparisons = comparisons
    names = comparisons[0].headings
  }

  var text: String {
    let candidates = comparisons.reduce(into: [String]()) { names, comparison in
      if !names.contains(comparison.candidate.name) { names.append(comparison.candidate.name) }
    }
    if candidates.count == 1, let sample = ComparisonMatrix(comparisons: comparisons).samples.first
    {
      return "\(names.candidate) against \(names.reference): \(sample.metric.brief) \(sample.words)"
    }
    guard candidates.count > 1 else { return sentence }
    let answers = candidates.map { name in
      ComparisonTitle(of: comparisons.filter { $0.candidate.name == name })
    }
    return Self.text(of: answers, against: names.reference)
  }

  /// The answers for several candidates: those that differ, then how many do not, or were not judged.
  private static func text(of answers: [ComparisonTitle], against reference: String) -> String {
    let telling = answers.filter { $0.isTelling }
    let shown = telling.prefix(3).map { $0.sentence(isShort: true) }
    let rest = telling.count - shown.count
    let unjudged = answers.count { !$0.isTelling && !$0.isJudged }
    let others = answers.count - telling.count - unjudged
    let parts =
      shown + (rest > 0 ? ["\(rest) more may differ"] : [])
      + (others > 0 ? ["\(others) without a clear difference"] : [])
      + (unjudged > 0 ? ["\(unjudged) could not be judged"] : [])
    return "Against \(reference): \(parts.joined(separator: "; "))"
  }

  /// Whether a change is proved or suspect.
  private var isTelling: Bool { !metrics(where: { $0.isProved || $0.verdict == .suspect }).isEmpty }

  private var isJudged: Bool { !metrics(where: { $0.verdict != nil }).isEmpty }

  private var sentence: String { sentence(isShort: false) }

  private func sentence(isShort: Bool) -> String {
    let than = isShort ? "" : " than \(names.reference)"
    let proved = metrics(where: \.isProved)
    if !proved.isEmpty { return leading(of: proved) { "\($0)\(than)" } }
    let suspect = metrics { $0.verdict == .suspect }
    if !suspect.isEmpty {
      let words = leading(of: suspect, isProved: false) { "\($0)\(than)" } + " in these runs"
      let areRuns = suspect.contains { $0.metric.judgment?.coverage == .runs }
      return words + (areRuns && !isShort ? "; one session a side cannot prove it" : "")
    }
    return withoutChange
  }

  /// The title without a change of a metric.
  private var withoutChange: String {
    let pair = "\(names.candidate) and \(names.reference)"
    if let spread = comparisons.lazy.compactMap(\.spread).first {
      return "\(names.candidate) against \(names.reference): \(spread.words)"
    }
    guard isJudged else { return unjudged }
    let isSame = metrics { $0.plainChange != nil }.allSatisfy { $0.metric.verdict == .unchanged }
    if isSame { return "\(names.candidate) is as good as \(names.reference): no metric changed" }
    let stages = Set(comparisons.map(\.stage)).count
    return "No clear difference between \(pair)" + (stages > 1 ? " in \(stages) stages" : "")
  }

  /// The title if nothing was judged.
  private var unjudged: String {
    let changes = comparisons[0].metrics.filter { $0.plainChange != nil }.sorted(by: Self.precedes)
    let pair = "\(names.candidate) against \(names.reference) could not be judged"
    guard !changes.isEmpty else {
      return comparisons.allSatisfy(\.hasNoCommonMetric)
        ? "\(names.candidate) and \(names.reference) have no compared metric in common" : pair
    }
    return "\(pair): " + changes.prefix(2).map(Self.change).joined(separator: ", ")
  }

  private typealias Placed = (place: String, metric: MetricComparison)

  private func metrics(where isWanted: (MetricComparison) -> Bool) -> [Placed] {
    comparisons.flatMap { comparison in
      comparison.metrics.filter(isWanted).map { (comparison.title, $0) }
    }
  }

  /// The metrics that readers ask for first, and what their changes mean.
  private func leading(
    of changes: [Placed], isProved: Bool = true, relation: (String) -> String
  ) -> String {
    let directed = changes.filter { $0.metric.metric.polarity != .neither }
    let speeds = directed.filter { $0.metric.metric.isSpeed }
    let leading = [speeds, directed, changes].first { !$0.isEmpty } ?? changes
    let directions = Set(leading.compactMap(\.metric.direction))
    let verb = isProved ? "is" : "may be"
    let words: String? =
      switch directions {
      case [.improved]: relation("\(verb) \(speeds.isEmpty ? "better" : "faster")")
      case [.regressed]: relation("\(verb) \(speeds.isEmpty ? "worse" : "slower")")
      default: nil
      }
    let differs = isProved ? "differs from" : "may differ from"
    let first = leading[0]
    let own = leading.filter { $0.place == first.place }.map(\.metric).sorted(by: Self.precedes)
    let place = first.place.isEmpty ? "" : "\(first.place) "
    return "\(names.candidate) \(words ?? "\(differs) \(names.reference)"): \(place)"
      + own.prefix(2).map(Self.change).joined(separator: ", ")
  }

  private static func place(_ metric: MetricComparison) -> Int? {
    preferred.firstIndex { $0.id == metric.metric.id }
  }

  /// The preferred metrics in their order, then the largest changes.
  private static func precedes(_ left: MetricComparison, _ right: MetricComparison) -> Bool {
    let places = [left, right].map { place($0) ?? preferred.count }
    return places[0] == places[1] ? left.severity > right.severity : places[0] < places[1]
  }

  private static func change(_ metric: MetricComparison) -> String {
    let change = metric.evidence.value.map { ($0.effect, $0.isRelative) } ?? metric.plainChange
    let words = place(metric).map { preferred[$0].words } ?? metric.metric.brief
    guard let change else { return words }
    // Whole percents suffice for large changes.
    let isWhole = change.1 && change.0.magnitude >= 0.1
    let text =
      isWhole
      ? Printing(decimals: 0, showsPlus: true).text(Quantity(change.0, .fraction))
      : metric.metric.changeText(change.0, isRelative: change.1)
    return "\(words) \(text)"
  }
}

extension Comparison {
  /// Whether no metric has values on both sides.
  var hasNoCommonMetric: Bool {
    metrics.allSatisfy { $0.plainChange == nil && $0.refusal == nil }
  }
}

extension MetricComparison {
  /// The size of the change in noise floors.
  fileprivate var severity: Double {
    evidence.value.map { $0.effect.magnitude / noiseFloor } ?? 0
  }
}

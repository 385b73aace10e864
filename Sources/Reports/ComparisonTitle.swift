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
    let metrics = comparisons.flatMap(\.metrics)
    let proved = comparisons.flatMap { comparison in
      comparison.metrics.filter(\.isProved).map { (place: comparison.title, metric: $0) }
    }
    guard metrics.contains(where: { $0.verdict != nil }) else { return unjudged }
    guard !proved.isEmpty else {
      if let spread = comparisons.lazy.compactMap(\.spread).first {
        return "\(names.candidate) against \(names.reference): \(spread.words)"
      }
      if let probable { return probable }
      let isEqual = metrics.allSatisfy { [.unchanged, nil].contains($0.verdict) }
      return isEqual
        ? "\(names.candidate) is as good as \(names.reference): no metric changed"
        : "No evidence that \(names.candidate) differs from \(names.reference)"
    }
    let (relation, leading) = Self.relation(of: proved, "is")
    let first = leading[0]
    let own = leading.filter { $0.place == first.place }.map(\.metric).sorted(by: Self.precedes)
    let place = first.place.isEmpty ? "" : "\(first.place) "
    return "\(names.candidate) \(relation) \(names.reference): \(place)"
      + own.prefix(2).map(Self.change).joined(separator: ", ")
  }

  /// How the candidate compares with the reference in its changes, and those of them that say so: speeds before others.
  private static func relation(
    of changes: [(place: String, metric: MetricComparison)], _ verb: String
  ) -> (String, [(place: String, metric: MetricComparison)]) {
    let speeds = changes.filter { $0.metric.metric.isSpeed }
    let leading = speeds.isEmpty ? changes : speeds
    let isBetter = Set(leading.map { $0.metric.isBetter })
    let faster = comparative(isBetter.contains(true), isSpeed: !speeds.isEmpty)
    return (isBetter.count > 1 ? "differs from" : "\(verb) \(faster) than", leading)
  }

  private static func comparative(_ isBetter: Bool, isSpeed: Bool) -> String {
    isSpeed ? (isBetter ? "faster" : "slower") : (isBetter ? "better" : "worse")
  }

  /// The title if no change is proved and one is probable; `nil` if none is.
  private var probable: String? {
    let metrics = comparisons[0].metrics.filter { $0.verdict == .inconclusive && $0.isProbable }
    guard !metrics.isEmpty else { return nil }
    let (relation, leading) = Self.relation(of: metrics.map { ("", $0) }, "is probably")
    return "\(names.candidate) \(relation) \(names.reference), not proved: "
      + leading.map(\.metric).sorted(by: Self.precedes).prefix(2).map(Self.change)
      .joined(separator: ", ")
  }

  /// The title if nothing was judged.
  private var unjudged: String {
    let changes = comparisons[0].metrics.filter { $0.plainChange != nil }.sorted(by: Self.precedes)
    let pair = "\(names.candidate) against \(names.reference), without a verdict"
    guard !changes.isEmpty else { return pair }
    return "\(pair): " + changes.prefix(2).map(Self.change).joined(separator: ", ")
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
    let words = place(metric).map { preferred[$0].words } ?? metric.metric.words
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

extension MetricComparison {
  /// Whether a change is proved.
  var isProved: Bool { verdict == .improved || verdict == .regressed }

  /// Whether the estimated change is one for the better.
  fileprivate var isBetter: Bool {
    evidence.value.map { metric.polarity.improves($0.effect) } ?? false
  }

  /// The size of the change in noise floors.
  fileprivate var severity: Double {
    evidence.value.map { $0.effect.magnitude / noiseFloor } ?? 0
  }
}

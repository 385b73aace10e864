/// The points between cuts, without spikes.
struct Segments {
  /// The start of each segment and the end of the last, among the points without spikes.
  private let bounds: [Int]
  private let series: PreparedSeries

  init(cuts: [Int], in series: PreparedSeries) {
    bounds = [0] + cuts + [series.kept.count]
    self.series = series
  }

  var count: Int { bounds.count - 1 }
  var scale: Scale { series.scale }

  /// The points of a segment.
  func points(_ segment: Int) -> ArraySlice<Double> {
    series.keptPoints[bounds[segment]..<bounds[segment + 1]]
  }

  /// The position in the series where a segment begins.
  func start(_ segment: Int) -> Int {
    segment == 0 ? series.judged.lowerBound : position(bounds[segment])
  }

  /// The positions where a segment may begin if its cut is one of `cuts`, counted among the points without spikes.
  ///
  /// Spikes just before a cut may belong to either side.
  func positions(cuts: ClosedRange<Int>) -> ClosedRange<Int> {
    position(cuts.lowerBound - 1) + 1...position(cuts.upperBound)
  }

  /// The regimes, with positions in the series.
  var regimes: [ChangePointAnalysis.Regime] {
    (0..<count).map { segment in
      let end = segment + 1 < count ? start(segment + 1) : series.judged.upperBound
      return ChangePointAnalysis.Regime(
        points: start(segment)..<end, level: scale.value(Median.of(points(segment))))
    }
  }

  private func position(_ kept: Int) -> Int {
    series.judged.lowerBound + series.kept[kept]
  }
}

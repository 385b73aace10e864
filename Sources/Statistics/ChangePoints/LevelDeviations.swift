/// Finds the parts of a series of values whose level differs from the usual level of the series, such as slow parts of
/// a run.
///
///     let values = [20.1, 19.9, 20.2, 20.0, 19.8] + [10.0, 10.2, 9.9] + Array(repeating: 20.0, count: 15)
///     LevelDeviations(of: values, leastRatio: 1.1)?.parts.map(\.points)  // [5..<8]
///
/// The series is partitioned into segments as by `ChangePointDetector`, but without permutation
/// tests: a segment counts by the size of its distance, not by its significance. So it may be used on
/// the windows of one run, whose noise is autocorrelated.
public struct LevelDeviations: Sendable, Equatable {
  /// A part of a series: consecutive values whose level differs from the usual level of the series.
  public struct Part: Sendable, Equatable {
    /// The positions in the series of consecutive values whose level differs from the usual level of the series.
    public let points: Range<Int>
    /// The median of a part of the series, divided by the median of the whole series (its usual level).
    public let ratio: Double
  }

  /// The parts of the series whose level differs from its usual level, in the order of the series.
  public let parts: [Part]
  /// The usual level of the series: the median of all values.
  public let level: Double

  /// The smallest number of values that a series must have to be searched for parts with another level.
  public static let leastCount = 20
  /// The smallest assumed noise, as a fraction of the values: smaller steps do not matter.
  private static let leastNoise = 0.005
  private static let minimumSegment = 2

  /// Finds the parts of a series whose level differs from the usual level; O(n²) at most for n values.
  ///
  /// `nil` for fewer than `leastCount` values, or if half of the values or more are off the level,
  /// so that there is none. Values are above 0; `leastRatio` is above 1.
  public init?(of values: [Double], leastRatio: Double) {
    guard values.count >= Self.leastCount else { return nil }
    let level = Median.of(values)
    self.level = level
    func isOff(_ value: Double, isAbove: Bool) -> Bool {
      isAbove ? value >= leastRatio * level : value * leastRatio <= level
    }
    // Most runs have no part off the level, and partitioning takes most of the time.
    let mostOff = [true, false].map { isAbove in values.count { isOff($0, isAbove: isAbove) } }
    guard (mostOff.max() ?? 0) >= Self.minimumSegment else {
      parts = []
      return
    }
    let cuts = Self.cuts(in: values.map(\.logarithm))
    var parts: [Part] = []
    for (start, end) in zip([0] + cuts, cuts + [values.count]) {
      let ratio = Median.of(values[start..<end]) / level
      // A single outlier and its neighbor are a segment, but no level.
      let off = values[start..<end].count { isOff($0, isAbove: ratio > 1) }
      guard max(ratio, 1 / ratio) >= leastRatio, off >= Self.minimumSegment else { continue }
      guard let last = parts.last, last.points.upperBound == start, (last.ratio > 1) == (ratio > 1)
      else {
        parts.append(Part(points: start..<end, ratio: ratio))
        continue
      }
      let whole = last.points.lowerBound..<end
      parts[parts.count - 1] = Part(points: whole, ratio: Median.of(values[whole]) / level)
    }
    guard parts.reduce(0, { $0 + $1.points.count }) * 2 < values.count else { return nil }
    self.parts = parts
  }

  private static func cuts(in points: [Double]) -> [Int] {
    let parameters = ChangePointDetector.Parameters()
    let noise = max(DifferenceScale(trimming: parameters.trimming).noise(of: points), leastNoise)
    let penalty = parameters.penalty * Double(points.count).logarithm * noise * noise
    return OptimalPartitioning(penalty: penalty, minimumSegment: minimumSegment).cuts(of: points)
  }
}

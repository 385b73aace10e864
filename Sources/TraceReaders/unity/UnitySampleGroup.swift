internal import Decoding
internal import Recordings
internal import Units

/// Samples of one measure of a test.
struct UnitySampleGroup {
  var name = ""
  /// The package's number for the unit.
  var unit = 8
  var increaseIsBetter: Bool?
  var samples: [Double] = []

  /// Units by their numbers; 8 is undefined.
  private static let units: [(unit: Unit, factor: Double)] = [
    (.milliseconds, 1e-6), (.milliseconds, 1e-3), (.milliseconds, 1), (.seconds, 1),
    (.bytes, 1), (.bytes, 1024), (.bytes, 1_048_576), (.bytes, 1_073_741_824),
  ]

  /// What samples are multiplied with for nanoseconds; `nil` when they are no times.
  private static let nanoseconds: [Double] = [1, 1e3, 1e6, 1e9]

  /// Whether these are the frame times that `Measure.Frames()` takes.
  var areFrameTimes: Bool { name == "FrameTime" && Self.nanoseconds.indices.contains(unit) }

  /// Whether the order of the frames is lost: with a dynamic number of samples the package sorts them.
  var isSorted: Bool {
    samples.count > 4 && zip(samples, samples.dropFirst()).allSatisfy { $0 <= $1 }
  }

  /// A sample as a frame time; `nil` for one that is none.
  func frameTime(of sample: Double) -> Nanoseconds? {
    let time = (sample * Self.nanoseconds[unit]).rounded()
    return time > 0 ? Nanoseconds(exactly: time) : nil
  }

  /// The median, the mean of the middle two where there are two; `nil` without a sample.
  var median: Double? {
    guard !samples.isEmpty else { return nil }
    let sorted = samples.sorted()
    return (sorted[(sorted.count - 1) / 2] + sorted[sorted.count / 2]) / 2
  }

  /// The median as a scalar of a run; `nil` without one that is finite.
  var scalar: Scalar? {
    let known = Self.units.indices.contains(unit) ? Self.units[unit] : (.count, 1)
    guard let value = median.map({ $0 * known.factor }), value.isFinite, !name.isEmpty else {
      return nil
    }
    return Scalar(
      name: name, value: value, unit: known.unit, lowerIsBetter: increaseIsBetter.map { !$0 })
  }
}

internal import Decoding
internal import Recordings
internal import Units

/// The samples of one measure of a Unity test.
struct UnitySampleGroup {
  var name = ""
  /// The number of the samples' unit in Unity's performance testing package; 8 is the undefined unit.
  var unit = 8
  var increaseIsBetter: Bool?
  var samples: [Double] = []
  /// The number of measurements, and the smallest and the largest, as the file states them.
  var stated: (count: Double?, least: Double?, most: Double?)

  /// Whether the single sample is an aggregate of several, such as their mean: no frame.
  var isAggregate: Bool {
    guard samples.count == 1 else { return false }
    if let count = stated.count { return count > 1 }
    return stated.least.flatMap { least in stated.most.map { least < $0 } } ?? false
  }

  /// The units of the performance testing package by their numbers, with the factor to the base unit; 8 is undefined.
  private static let units: [(unit: Unit, factor: Double)] = [
    (.milliseconds, 1e-6), (.milliseconds, 1e-3), (.milliseconds, 1), (.seconds, 1),
    (.bytes, 1), (.bytes, 1024), (.bytes, 1_048_576), (.bytes, 1_073_741_824),
  ]

  /// The factors from the package's units of time to nanoseconds, by the number of the unit.
  private static let nanoseconds: [Double] = [1, 1e3, 1e6, 1e9]

  /// Whether the samples are the frame times that `Measure.Frames()` measures.
  var areFrameTimes: Bool { name == "FrameTime" && Self.nanoseconds.indices.contains(unit) }

  /// The names of Unity's counters that measure a part of each frame.
  private static let signalNames: [String: FrameSignal] = [
    "CPU Main Thread Frame Time": .ui, "Main Thread": .ui,
    "CPU Render Thread Frame Time": .render, "Render Thread": .render,
    "GPU Frame Time": .gpuBusy,
  ]

  /// The part of each frame that the samples measure, as a signal; `nil` for other measures.
  var signal: FrameSignal? {
    Self.nanoseconds.indices.contains(unit) ? Self.signalNames[name] : nil
  }

  /// Whether the order of the frames is lost, because Unity's package sorts samples if their number is dynamic.
  var isSorted: Bool {
    samples.count > 4 && zip(samples, samples.dropFirst()).allSatisfy { $0 <= $1 }
  }

  /// A sample as a frame time; `nil` if the sample is not a plausible time.
  func frameTime(of sample: Double) -> Nanoseconds? {
    let time = (sample * Self.nanoseconds[unit]).rounded()
    return time > 0 ? Nanoseconds(exactly: time) : nil
  }

  /// A sample as the duration of a part of a frame; `nil` if the sample is not a plausible duration.
  func duration(of sample: Double) -> Nanoseconds? {
    frameTime(of: sample).flatMap { $0 <= .longestPause ? $0 : nil }
  }

  /// The median of the samples; `nil` if the group has no sample.
  var median: Double? {
    guard !samples.isEmpty else { return nil }
    let sorted = samples.sorted()
    return (sorted[(sorted.count - 1) / 2] + sorted[sorted.count / 2]) / 2
  }

  /// The median of the samples as a scalar, and the number and the extremes of what an aggregate stands for; without
  /// values that are not finite, and empty if the group has no name.
  var scalars: [Scalar] {
    guard !name.isEmpty else { return [] }
    let known = Self.units.indices.contains(unit) ? Self.units[unit] : (.count, 1)
    let values: [(suffix: String, value: Double?)] =
      [("", median)] + (isAggregate ? [(".min", stated.least), (".max", stated.most)] : [])
    var scalars = values.compactMap { suffix, value -> Scalar? in
      guard let value = value.map({ $0 * known.factor }), value.isFinite else { return nil }
      return Scalar(
        name: name + suffix, value: value, unit: known.unit,
        lowerIsBetter: increaseIsBetter.map { !$0 })
    }
    if isAggregate, let count = stated.count, count.isFinite {
      scalars.append(
        Scalar(name: name + ".samples", value: count, unit: .count, lowerIsBetter: nil))
    }
    return scalars
  }
}

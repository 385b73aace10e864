internal import Decoding
internal import Recordings
internal import Units

extension [Counter] {
  /// The mean of the samples of a frame-rate counter, as the measure `fps.sampled`.
  ///
  /// Samples of a frame rate are averages over unknown numbers of frames, so their mean is not `fps.avg`, which is
  /// frames divided by time.
  ///
  /// - Returns: `nil` if there is no such counter, or the counter has no value.
  func sampledFrameRate(named name: String) -> Scalar? {
    guard let counter = first(where: { $0.name == name && $0.unit == .framesPerSecond }) else {
      return nil
    }
    var (sum, count) = (0.0, 0)
    for stretch in counter.samples.stretches {
      guard let value = stretch.value else { continue }
      sum += value * Double(stretch.count)
      count += stretch.count
    }
    guard count > 0, sum.isFinite else { return nil }
    return Scalar(
      name: OwnMeasure.sampledFrameRate, value: sum / Double(count), unit: .framesPerSecond,
      lowerIsBetter: false)
  }
}

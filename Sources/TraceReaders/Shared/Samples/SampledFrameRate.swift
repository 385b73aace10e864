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
    guard let mean = counter.samples.mean else { return nil }
    return Scalar(
      name: OwnMeasure.sampledFrameRate, value: mean, unit: .framesPerSecond,
      lowerIsBetter: false)
  }
}

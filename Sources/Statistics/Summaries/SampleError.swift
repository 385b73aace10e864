/// The reasons why measurements do not allow a statistical estimate.
public enum SampleError: Error, Sendable, Equatable {
  /// There are no measurements.
  case empty
  /// The measurement at an index, from 0, is infinite or not a number.
  case notFinite(index: Int)
  /// The measurement at an index, from 0, is 0 or below, which has no logarithm.
  case notPositive(index: Int, value: Double)
  /// The measurements are so large that a sum or a square of them may overflow.
  case tooLarge
  /// There are fewer measurements, groups or sessions than the method needs.
  case tooFew(count: Int, needed: Int)
  /// The measurements from which the noise would be estimated do not vary.
  case noSpread
  /// The two sides of a paired comparison differ in length.
  case unpaired(reference: Int, candidate: Int)
  /// The p-value at an index, from 0, is not within 0 to 1.
  case notAProbability(index: Int)
}

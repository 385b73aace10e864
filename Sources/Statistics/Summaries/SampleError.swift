/// The reasons why measurements do not allow a statistical estimate.
public enum SampleError: Error, Sendable, Equatable {
  /// There are no measurements.
  case empty
  /// The measurement at an index, from 0, is infinite or not a number.
  case notFinite(index: Int)
  /// The measurement at an index, from 0, is 0 or below, which has no logarithm.
  case notPositive(index: Int, value: Double)
  /// The sum or a square of the measurements overflows.
  case tooLarge
  /// There are fewer measurements than the method needs.
  case tooFew(count: Int, needed: Int)
  /// All measurements are equal, so the noise cannot be estimated.
  case noSpread
  /// The two sides of a paired comparison differ in length.
  case unpaired(reference: Int, candidate: Int)
  /// The p-value at an index, from 0, is not within 0 to 1.
  case notAProbability(index: Int)
}

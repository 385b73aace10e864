/// A sum of floating-point numbers that corrects its rounding errors, so that the precision does not depend on how many
/// numbers are added.
///
/// Knuth's two-sum: the exact error of each addition is added at the end.
public struct CompensatedSum: Sendable {
  @usableFromInline var sum = 0.0
  @usableFromInline var errors = 0.0

  /// Creates a floating-point sum without numbers, which is 0.
  @inlinable
  public init() {}

  /// The sum of the numbers that were added so far, with the rounding errors corrected.
  @inlinable
  public var value: Double { sum + errors }

  /// Adds a finite floating-point number to the sum, and records the rounding error of the addition.
  @inlinable
  public mutating func add(_ term: Double) {
    let next = sum + term
    let taken = next - sum
    errors += (sum - (next - taken)) + (term - taken)
    sum = next
  }
}

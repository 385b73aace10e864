/// A sum that corrects its rounding errors, so that its precision does not depend on the number of
/// terms.
///
/// Knuth's two-sum: the exact error of each addition is added at the end.
public struct CompensatedSum: Sendable {
  @usableFromInline var sum = 0.0
  @usableFromInline var errors = 0.0

  /// Creates an empty sum.
  @inlinable
  public init() {}

  /// The sum of the terms so far, with their rounding errors corrected.
  @inlinable
  public var value: Double { sum + errors }

  /// Adds a finite term to the sum.
  @inlinable
  public mutating func add(_ term: Double) {
    let next = sum + term
    let taken = next - sum
    errors += (sum - (next - taken)) + (term - taken)
    sum = next
  }
}

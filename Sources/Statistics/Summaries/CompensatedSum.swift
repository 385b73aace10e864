/// A sum that carries its rounding errors along, so that it does not depend on the length of the data.
///
/// Knuth's two-sum: each addition's error is found exactly and added at the end.
public struct CompensatedSum: Sendable {
  @usableFromInline var sum = 0.0
  @usableFromInline var errors = 0.0

  /// Creates the sum of nothing.
  @inlinable
  public init() {}

  /// The sum so far.
  @inlinable
  public var value: Double { sum + errors }

  /// Adds a term.
  ///
  /// - Parameter term: finite.
  @inlinable
  public mutating func add(_ term: Double) {
    let next = sum + term
    let taken = next - sum
    errors += (sum - (next - taken)) + (term - taken)
    sum = next
  }
}

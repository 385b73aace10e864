/// A value, or the reason why there is none.
///
/// Missing is never written as 0 or NaN: whoever reads a `Known` has to say what happens without it,
/// and has the sentence to show in the value's place.
public enum Known<Value> {
  /// The value is there.
  case known(Value)

  /// The value is not there, for this reason: a clause in lower case without a full stop.
  case withheld(because: String)

  /// The value, or `nil` when it is withheld.
  public var value: Value? {
    if case .known(let value) = self { value } else { nil }
  }

  /// Why there is no value, or `nil` when there is one.
  public var reason: String? {
    if case .withheld(let reason) = self { reason } else { nil }
  }

  /// The same knowledge of another value.
  ///
  /// - Parameter transform: applied to the value if there is one.
  /// - Returns: what `transform` gave, or the same reason.
  public func map<Other>(_ transform: (Value) -> Other) -> Known<Other> {
    switch self {
    case .known(let value): .known(transform(value))
    case .withheld(let reason): .withheld(because: reason)
    }
  }
}

extension Known: Sendable where Value: Sendable {}
extension Known: Equatable where Value: Equatable {}

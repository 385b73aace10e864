/// Either a value, or the reason why the value is missing.
///
///     let rate: Known<Double> = .withheld(because: "no refresh rate is known")
///     rate.value   // nil
///     rate.reason  // "no refresh rate is known"
///
/// A missing value is never 0 or NaN. Code that reads a `Known` must handle the missing case, and
/// has the text to print in place of the value.
public enum Known<Value> {
  /// The value exists.
  case known(Value)

  /// The value is missing; the reason is a clause in lower case without period.
  case withheld(because: String)

  /// The value that may be missing; `nil` if there is only a reason why it is missing.
  public var value: Value? {
    if case .known(let value) = self { value } else { nil }
  }

  /// The reason why the value is missing; `nil` if there is a value.
  public var reason: String? {
    if case .withheld(let reason) = self { reason } else { nil }
  }

  /// Applies a function to a value that may be missing; a missing value stays missing, with the same reason.
  public func map<Other>(_ transform: (Value) -> Other) -> Known<Other> {
    switch self {
    case .known(let value): .known(transform(value))
    case .withheld(let reason): .withheld(because: reason)
    }
  }
}

extension Known: Sendable where Value: Sendable {}
extension Known: Equatable where Value: Equatable {}

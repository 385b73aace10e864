extension ValueType where Value == Int64 {
  /// A duration of 0 or more in whole nanoseconds, written with its unit: `1s`, `16.7ms`, `250us`.
  public static let duration = ValueType(
    placeholder: "DURATION", wanted: "a duration such as 1s, 250ms or 16.7ms",
    read: { _ in nil }, write: { _ in "" })
}

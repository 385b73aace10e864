package import Units

extension JSONReader {
  /// Goes into the next element of the array gone into that is an object; others are passed over.
  ///
  /// - Returns: `false` at the end of the array.
  package mutating func nextObject(in source: inout TraceSource) throws(TraceError) -> Bool {
    while let token = try nextElement(in: &source) {
      if token == .beginObject { return true }
      try skipRest(of: token, in: &source)
    }
    return false
  }

  /// The next value as a number, which may stand in quotes; `nil` for all else.
  package mutating func number(in source: inout TraceSource) throws(TraceError) -> Double? {
    try hasDigits(in: &source) ? field.double.value : nil
  }

  /// The next value as a time, to the digit; `nil` for all but a number, which may stand in quotes.
  ///
  /// - Parameters:
  ///   - unit: of the number.
  ///   - source: of the text.
  /// - Returns: a plausible time.
  /// - Throws: when the text is no JSON, or the file cannot be read on.
  package mutating func time(
    unit: TimeUnit, in source: inout TraceSource
  ) throws(TraceError) -> Nanoseconds? {
    try hasDigits(in: &source) ? field.nanoseconds(in: unit).value : nil
  }

  /// Whether the next value, which is passed over, may be a number.
  private mutating func hasDigits(in source: inout TraceSource) throws(TraceError) -> Bool {
    let token = try next(in: &source)
    if token == .number || token == .string { return true }
    try skipRest(of: token, in: &source)
    return false
  }
}

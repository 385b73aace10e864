package import Units

extension JSONReader {
  /// Skips elements of the current JSON array until one is an object, and enters that object.
  ///
  /// - Returns: `false` at the end of the array.
  package mutating func nextObject(in source: inout TraceSource) throws(TraceError) -> Bool {
    while let token = try nextElement(in: &source) {
      if token == .beginObject { return true }
      try skipRest(of: token, in: &source)
    }
    return false
  }

  /// Reads the next JSON value as a number, which may be in quotes; `nil` for other values.
  package mutating func number(in source: inout TraceSource) throws(TraceError) -> Double? {
    try hasDigits(in: &source) ? field.double.value : nil
  }

  /// Reads the next JSON value as a time, which may be in quotes; `nil` for other values and for implausible times.
  package mutating func time(
    unit: TimeUnit, in source: inout TraceSource
  ) throws(TraceError) -> Nanoseconds? {
    try hasDigits(in: &source) ? field.nanoseconds(in: unit).value : nil
  }

  /// Reads the next JSON value, and returns whether it is a number or a string, which may be a number in quotes.
  private mutating func hasDigits(in source: inout TraceSource) throws(TraceError) -> Bool {
    let token = try next(in: &source)
    if token == .number || token == .string { return true }
    try skipRest(of: token, in: &source)
    return false
  }
}

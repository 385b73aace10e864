/// A polynomial, evaluated by Horner's rule.
struct Polynomial: Sendable {
  /// The coefficients, the constant first.
  let coefficients: [Double]

  init(_ coefficients: [Double]) {
    self.coefficients = coefficients
  }

  func value(at x: Double) -> Double {
    var value = 0.0
    for coefficient in coefficients.reversed() { value = value * x + coefficient }
    return value
  }
}

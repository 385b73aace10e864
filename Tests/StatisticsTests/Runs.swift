import Statistics

/// Frame times of five runs before and after a change, from which the reference values were computed.
enum Runs {
  static let before = [16.61, 16.94, 17.12, 16.80, 17.55]
  static let after = [17.31, 17.62, 17.02, 18.10, 17.77]

  /// Fifty values per side without ties: multiples modulo a prime.
  static let fifty = (0..<50).map { Double($0 * 37 % 101) / 10 }
  static let otherFifty = (0..<50).map { Double($0 * 53 % 103) / 10 + 0.65 }
}

func near(_ value: Double, _ expected: Double, within tolerance: Double = 1e-12) -> Bool {
  abs(value - expected) <= tolerance * max(abs(expected), 1e-300)
}

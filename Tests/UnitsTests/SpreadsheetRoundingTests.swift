import Foundation
import Testing
import Units

@Suite("Spreadsheet rounding")
struct SpreadsheetRoundingTests {
  @Test(
    "prints what a spreadsheet prints",
    arguments: [
      (66.45, 1, "66.5"), (0.05, 1, "0.1"), (-12.8, 1, "-12.8"), (-0.04, 1, "0.0"), (0, 2, "0.00"),
      (99.95, 1, "100.0"), (9.5, 0, "10"), (1e6, 1, "1000000.0"), (1.005, 2, "1.01"),
      (2.675, 2, "2.68"), (1234.5678, 3, "1234.568"), (0.000_04, 3, "0.000"), (1e-300, 2, "0.00"),
      (-1e15, 1, "-1000000000000000.0"), (0.5, 0, "1"), (0.4, 0, "0"),
    ])
  func prints(value: Double, decimals: Int, expected: String) {
    #expect(SpreadsheetRounding.text(value, decimals: decimals) == expected)
  }

  @Test func fractionsPrintAsPercentages() {
    #expect(Quantity(0.161_05, .fraction).tableText == "16.11%")
    #expect(Quantity(1, .fraction).tableText == "100.00%")
    #expect(Quantity(53.35, .framesPerSecond).tableText == "53.4")
  }

  @Test func numbersBeyondPrintingAreSaidToBe() {
    #expect(SpreadsheetRounding.text(-.infinity, decimals: 1) == "-inf")
    #expect(Quantity(.greatestFiniteMagnitude, .fraction).tableText == "inf%")
  }

  @Test func sumsOfDecimalsRoundAsWritten() {
    // 0.1 + 0.2 is above 0.3 in binary64; in 15 digits it is 0.3.
    #expect(SpreadsheetRounding.text(0.1 + 0.2 - 0.05, decimals: 1) == "0.3")
  }

  /// The rule in two slow steps: the C library's 15 digits, and a decimal type that stores them exactly.
  private static func slowly(_ value: Double, decimals: Int) -> String {
    let digits = String(format: "%.14e", value.magnitude)
    var decimal = Decimal(string: digits, locale: Locale(identifier: "en_US_POSIX")) ?? .nan
    var rounded = Decimal()
    NSDecimalRound(&rounded, &decimal, decimals, .plain)
    var text = "\(rounded)"
    if decimals > 0 {
      if !text.contains(".") { text += "." }
      let given = text.split(separator: ".", omittingEmptySubsequences: false)[1].count
      text += String(repeating: "0", count: decimals - given)
    }
    return value < 0 && rounded != 0 ? "-\(text)" : text
  }

  @Test("rounds the 15 digits of the C library, for numbers of every kind")
  func digits() {
    var state: UInt64 = 20_150_612
    func next() -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return state >> 11
    }
    for index in 0..<20_000 {
      let power = pow(10, Double(Int(next() % 24)) - 9)
      // Random 53-bit numbers, decimals of 16 digits that end in 5, few digits, and eighths.
      let value =
        switch index % 4 {
        case 0: Double(next()) / 9_007_199_254_740_992 * power
        case 1:
          (Double("\(10_000_000_000_000 + next() % 90_000_000_000_000)5e-14") ?? .nan) * power
        case 2: Double(next() % 100_000) * power
        default: Double(next() % 1_000_000_000_000_000) / 8
        }
      let decimals = Int(next() % 7)
      for signed in [value, -value] {
        let text = SpreadsheetRounding.text(signed, decimals: decimals)
        #expect(text == Self.slowly(signed, decimals: decimals), "\(signed) \(decimals)")
      }
    }
  }
}

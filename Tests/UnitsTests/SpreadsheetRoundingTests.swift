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
}

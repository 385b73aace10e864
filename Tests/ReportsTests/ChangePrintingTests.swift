import Analysis
import Documents
import Recordings
import Testing
import Units

@testable import Reports

/// How levels and changes print in `check`, `compare` and `trend`.
@Suite("Printed changes")
struct ChangePrintingTests {
  private func metric(_ unit: Unit) -> Metric {
    Metric(
      id: "made", title: "Made", unit: unit, polarity: .lowerIsBetter, help: "Made up.",
      formula: "none", source: "this test"
    ) { _ throws(Withheld) in throw Withheld("not computed here") }
  }

  @Test("a difference of percentages prints in percentage points, never as a percentage")
  func points() {
    let share = metric(.fraction)
    #expect(share.changeText(0.0042, isRelative: false) == "+0.42 pp")
    #expect(share.changeText(-0.01...0.02, isRelative: false) == "−1.0 pp to +2.0 pp")
    #expect(share.changeText(0.0042, isRelative: true) == "+0.42%")
    #expect(share.levelText(0.1234) == "12.34%")
  }

  @Test("a difference in the metric's unit carries that unit")
  func differences() {
    let time = metric(.milliseconds)
    #expect(time.changeText(1.5, isRelative: false) == "+1.5 ms")
    #expect(time.levelText(16.684) == "16.68 ms")
    #expect(metric(.seconds).levelText(0.1251) == "125.1 ms")
  }
}

import Testing
import Units

@Suite("Quantities as people write them")
struct QuantityTextTests {
  @Test(
    "are read in the unit that is wanted",
    arguments: [
      ("16.7 ms", Unit.milliseconds, 16.7), ("16.7ms", .milliseconds, 16.7),
      (" 0.1 s ", .milliseconds, 100), ("250us", .milliseconds, 0.25), ("2 min", .seconds, 120),
      ("55 FPS", .framesPerSecond, 55), ("55fps", .framesPerSecond, 55), ("2%", .fraction, 0.02),
      ("-3.5 %", .fraction, -0.035), ("1e3 ms", .seconds, 1), ("3", .count, 3),
      ("3e2", .count, 300),
      ("512 MiB", .megabytes, 536.870912), ("1.5 GB", .megabytes, 1500), ("900mw", .watts, 0.9),
      ("45 °C", .celsius, 45), ("45 C", .celsius, 45), ("2.4 ms/s", .millisecondsPerSecond, 2.4),
      ("7 points", Unit(id: "points"), 7),
    ])
  func read(text: String, unit: Unit, value: Double) throws {
    #expect(try Quantity(text, in: unit) == Quantity(value, unit))
  }

  @Test(
    "are refused when they are none, or of another kind",
    arguments: [
      ("fast", Unit.milliseconds, .noNumber("fast")), ("", .milliseconds, .noNumber("")),
      ("inf ms", .milliseconds, .noNumber("inf ms")), ("nan", .count, .noNumber("nan")),
      ("1e999 ms", .milliseconds, .noNumber("1e999 ms")),
      (
        "16.7", .milliseconds, .noUnit("16.7", wanted: ["ns", "us", "µs", "ms", "s", "min"])
      ),
      ("0.02", .fraction, .noUnit("0.02", wanted: ["%"])),
      ("55 ms", .framesPerSecond, .otherUnit("ms", wanted: ["FPS", "fps"])),
      ("3 eggs", .count, .otherUnit("eggs", wanted: [])),
    ] as [(String, Unit, QuantityTextError)])
  func refused(text: String, unit: Unit, error: QuantityTextError) {
    #expect(throws: error) { try Quantity(text, in: unit) }
  }

  @Test(
    "are written so that they read back, with as many digits as count",
    arguments: [
      (16.7, Unit.milliseconds, "16.7 ms"), (16.700000000000003, .milliseconds, "16.7 ms"),
      (16.7001, .milliseconds, "16.71 ms"), (0.012345, .fraction, "1.235%"),
      (1234567, .count, "1234567"), (0.00099, .milliseconds, "0.00099 ms"), (0, .watts, "0 W"),
      (60, .framesPerSecond, "60 fps"), (9.9999, .seconds, "10 s"),
    ])
  func written(value: Double, unit: Unit, text: String) throws {
    #expect(Quantity(value, unit).text(significantDigits: 4, rounding: .up) == text)
    #expect(try Quantity(text, in: unit).value >= value - 1e-9)
  }
}

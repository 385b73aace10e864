import Testing
import Units

@Suite("Quantities as people write them")
struct QuantityTextTests {
  @Test(
    "are parsed and converted to the expected unit",
    arguments: [
      ("16.7 ms", Unit.milliseconds, 16.7), ("16.7ms", .milliseconds, 16.7),
      (" 0.1 s ", .milliseconds, 100), ("250us", .milliseconds, 0.25), ("2 min", .seconds, 120),
      ("55 FPS", .framesPerSecond, 55), ("55fps", .framesPerSecond, 55), ("2%", .fraction, 0.02),
      ("-3.5 %", .fraction, -0.035), ("1e3 ms", .seconds, 1), ("3", .count, 3),
      ("3e2", .count, 300),
      ("512 MiB", .megabytes, 536.870912), ("1.5 GB", .megabytes, 1500), ("900mw", .watts, 0.9),
      ("45 °C", .celsius, 45), ("45 C", .celsius, 45), ("2.4 ms/s", .millisecondsPerSecond, 2.4),
      ("7 points", Unit(id: "points"), 7), ("2 1/min", .perMinute, 2),
    ])
  func read(text: String, unit: Unit, value: Double) throws {
    #expect(try Quantity(text, in: unit) == Quantity(value, unit))
  }

  @Test(
    "are refused if they are not quantities, or of another kind",
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
    "can be parsed back, and have as many digits as needed",
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

  // Equals printf("%g").
  @Test(
    "A number is printed as by a C++ stream",
    arguments: [
      (0.0, "0"),
      (60.0, "60"),
      (59.940059, "59.9401"),
      (61.53846153846, "61.5385"),
      (123456.7, "123457"),
      (999999.6, "1e+06"),
      (1234567.0, "1.23457e+06"),
      (0.0001, "0.0001"),
      (0.00012345678, "0.000123457"),
      (1.234567e-05, "1.23457e-05"),
      (-2.5e-07, "-2.5e-07"),
      (1e+100, "1e+100"),
      (-18.1323664, "-18.1324"),
      (0.03275, "0.03275"),
    ])
  func streams(value: Double, text: String) {
    #expect(Quantity(value, .framesPerSecond).streamText(digits: 6) == text)
  }
}

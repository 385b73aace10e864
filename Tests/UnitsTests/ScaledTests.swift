import Testing
import Units

@Suite("Numbers of any size")
struct ScaledTests {
  @Test(
    "seconds and bytes have a suitable prefix and four significant digits",
    arguments: [
      (6.594729e-05, "65.95 µs"), (3.98741525, "3.987 s"), (0.0165, "16.5 ms"), (2.5e-7, "250 ns"),
      (3.1234e-10, "0.3123 ns"), (0, "0 s"), (-0.0021, "-2.1 ms"), (1, "1 s"),
      (12345.67, "12346 s"),
      // Rounding carries into the next prefix and the next digit.
      (0.99996, "1 s"), (0.999949, "999.9 ms"), (9.99996e-6, "10 µs"), (0.0099999, "10 ms"),
    ])
  func seconds(value: Double, text: String) {
    #expect(Quantity(value, .seconds).scaledText == text)
  }

  @Test(
    "prefixes of bytes are decimal",
    arguments: [
      (728.0, "728 B"), (1048576, "1.049 MB"), (2048, "2.048 kB"), (7.5e9, "7.5 GB"),
      (0.5, "0.5 B"),
    ])
  func bytes(value: Double, text: String) {
    #expect(Quantity(value, .bytes).scaledText == text)
  }

  @Test("other units have no prefixes, and fractions print as in tables")
  func others() {
    #expect(Quantity(1234567, Unit(id: "points")).scaledText == "1234567 points")
    #expect(Quantity(0.00012344, Unit(id: "points")).scaledText == "0.0001234 points")
    #expect(Quantity(10.43, .count).scaledText == "10.43")
    #expect(Quantity(60.456, .framesPerSecond).scaledText == "60.46 FPS")
    #expect(Quantity(0.12345, .fraction).scaledText == Quantity(0.12345, .fraction).tableText)
    #expect(Quantity(1e-12, .count).scaledText == "0")
  }
}

import Foundation
import Testing

@testable import Units

@Suite("Fifteen digits")
struct FifteenDigitsTests {
  @Test("The digits are those that the C library prints")
  func againstPrinting() throws {
    var random = Numbers(state: 20_170_508)
    for _ in 0..<20_000 {
      let value = random.number()
      let printed = Self.printed(value)
      let found = try #require(FifteenDigits(value))
      #expect(
        found.digits == printed.digits && found.point == printed.exponent + 1,
        "\(value) as \(found.digits) and \(found.point)")
    }
  }

  @Test(
    "A tie goes to the even digit, and nines carry on",
    arguments: [
      // Halves of the last digit that binary64 holds exactly.
      (2_251_799_813_685.25 * 128, 15), (100_000_000_000_000.5, 15), (100_000_000_000_001.5, 15),
      (999_999_999_999_999.5, 16), (999_999_999_999_999.4, 15), (0.000_001, -5), (1, 1), (9.5, 1),
      (0.999_999_999_999_999_9, 1), (10, 2), (99_999.999_999_999_99, 6),
    ] as [(Double, Int)])
  func edges(value: Double, point: Int) throws {
    let found = try #require(FifteenDigits(value))
    let printed = Self.printed(value)
    #expect(found.digits == printed.digits)
    #expect(found.point == point && point == printed.exponent + 1)
  }

  @Test(
    "Tiny and huge numbers are left to others",
    arguments: [0, 9.999e-7, 1e15, 1e300, -1, .nan, .infinity, .leastNonzeroMagnitude] as [Double])
  func outside(value: Double) {
    #expect(FifteenDigits(value) == nil)
  }

  private static func printed(_ value: Double) -> (digits: [UInt8], exponent: Int) {
    let parts = String(format: "%.14e", value).split(separator: "e")
    return (parts[0].utf8.compactMap { $0 == 0x2E ? nil : $0 - 0x30 }, Int(parts[1]) ?? 0)
  }
}

/// Numbers of every size that is covered, short decimals and halves among them.
private struct Numbers {
  var state: UInt64

  mutating func number() -> Double {
    let bits = next()
    let size = pow(10.0, Double(Int(next() % 20)) - 5)
    let share = 0.1 + 0.9 * Double(bits >> 11) / Double(UInt64(1) << 53)
    return switch next() % 3 {
    case 0: share * size
    case 1: (share * 1000).rounded() / 1000 * size
    default: (share * size * 64).rounded(.up) / 64
    }
  }

  private mutating func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return state >> 32 | state << 32
  }
}

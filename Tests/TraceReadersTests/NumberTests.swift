import Recordings
import Testing
import Units

@testable import Decoding
@testable import Histories
@testable import RunFolders
@testable import TraceReaders

/// Calls a closure with a text as field, followed by the padding bytes that fields have.
func withField<Result>(_ text: String, _ body: (Field) -> Result) -> Result {
  let bytes = Array(text.utf8) + Array(repeating: UInt8(ascii: "7"), count: ByteBuffer.margin)
  return bytes.withUnsafeBufferPointer { buffer in
    body(Field(start: buffer.baseAddress.unsafelyUnwrapped, count: text.utf8.count))
  }
}

@Suite("Numbers in fields")
struct NumberTests {
  @Test(
    "decimals are converted to nanoseconds exactly",
    arguments: [
      ("16.6670", 16_667_000), ("0", 0), ("-0", 0), ("0.0000005", 1), ("0.0000004", 0),
      ("-0.0000005", -1), ("16.47540000000000", 16_475_400), (".5", 500_000), ("5.", 5_000_000),
      ("+7", 7_000_000), (" 7 ", 7_000_000), ("1e3", 1_000_000_000), ("1.5E-3", 1_500),
      ("1e-400", 0), ("0e999999999999", 0), ("123456789012.123456", 123_456_789_012_123_456),
      ("4611686018427.387903", 4_611_686_018_427_387_903),
      ("0.12345678901234567890123456789", 123_457),
      ("00000000000000000000000000016.5", 16_500_000),
    ])
  func milliseconds(text: String, expected: Int64) {
    withField(text) { field in
      #expect(field.nanoseconds(in: .milliseconds).value == expected)
    }
  }

  @Test(
    "the scale follows the unit",
    arguments: [
      (TimeUnit.seconds, 1_500_000_000), (.milliseconds, 1_500_000), (.microseconds, 1_500),
      (.ticks, 150), (.nanoseconds, 2),
    ] as [(TimeUnit, Int64)])
  func units(unit: TimeUnit, expected: Int64) {
    withField("1.5") { #expect($0.nanoseconds(in: unit).value == expected) }
    #expect(unit.length == Int64("1" + String(repeating: "0", count: unit.digits)))
  }

  @Test(
    "text that is not a number has its own issue",
    arguments: [
      ("ten", .notANumber), ("1.2.3", .notANumber), ("1-2", .notANumber), ("--1", .notANumber),
      ("-", .notANumber), (".", .notANumber), ("1e", .notANumber), ("1e+", .notANumber),
      ("0x1F", .notANumber), ("1 2", .notANumber), ("16,7", .decimalComma), ("1,2,3", .notANumber),
      ("nan", .notFinite), ("-NaN", .notFinite), ("inf", .notFinite), ("-Infinity", .notFinite),
      ("-nan(ind)", .notFinite), ("9e30", .outOfRange), ("99999999999999999999", .outOfRange),
      ("4611686018427.387904", .outOfRange), ("1e400", .outOfRange), ("１６", .notANumber),
    ] as [(String, ImportIssue.Kind)])
  func problems(text: String, expected: ImportIssue.Kind) {
    withField(text) { field in
      guard case .problem(let kind) = field.nanoseconds(in: .milliseconds) else {
        Issue.record("\(text) was read as a number")
        return
      }
      #expect(kind == expected)
    }
  }

  @Test(
    "an empty field is missing, which is not an issue", arguments: ["", "NA", "na", "N/A", "  "])
  func missing(text: String) {
    withField(text) { field in
      guard case .missing = field.nanoseconds(in: .seconds) else {
        Issue.record("\(text) is not missing")
        return
      }
      guard case .missing = field.double else {
        Issue.record("\(text) is not missing")
        return
      }
    }
  }

  /// Correctly rounded, like the standard library's result for the same text.
  @Test(
    arguments: [
      "0.1", "21.6521", "9007199254740993", "1e22", "1e23", "123456789.123456789", "4.93264",
      "2.2250738585072014e-308", "0.30000000000000004", "-17.25", "1797693134862315700000",
      "5e-324",
    ])
  func doublesAreCorrectlyRounded(text: String) throws {
    let expected = try #require(Double(text))
    withField(text) { #expect($0.double.value == expected) }
  }

  @Test(
    "numbers that `Double` accepts but that are not decimal are refused",
    arguments: ["0x1p3", "1_0", "1e999"])
  func strictDoubles(text: String) {
    withField(text) { #expect($0.double.value == nil) }
  }

  /// Compares all positions of the decimal point with integer arithmetic.
  @Test func everyPositionOfThePointIsRead() {
    let digits = "9876543210123456789"
    for position in 0...18 {
      let text = digits.prefix(position) + "." + digits.dropFirst(position)
      let scaled = withField(String(text)) { $0.scaledInteger(digits: 0) }.value
      let whole = Int64(digits.prefix(position)) ?? 0
      let roundsUp = digits.dropFirst(position).first.map { $0 >= "5" } ?? false
      #expect(scaled == whole + (roundsUp ? 1 : 0), "\(text)")
    }
  }
}

import Testing

@testable import RunStore

@Suite("Natural order")
struct NaturalOrderTests {
  /// Texts with numbers and ends on either side of what is compared at once.
  private static let texts = [
    "", "\u{0}", "\u{0}\u{0}", "!", "0", "00", "2", "10", "A", "a", "a\u{0}", "a0", "a1", "a2b",
    "a2b1", "a10b", "a long name with 2 and 9", "a long name with 2 and 10", "a long name with 10",
    "a long name without", "a long name without any", "abcdefghijklmno", "abcdefghijklmno\u{0}",
    "abcdefghijklmno0", "abcdefghijklmno5", "abcdefghijklmno12", "abcdefghijklmnop",
    "abcdefghijklmnop\u{0}", "abcdefghijklmnop1", "abcdefghijklmnop12", "abcdefghijklmnoq", "é",
    "1.2.3", "1.2.10", "1.10.3", "1-1", "2000-5", "2000-10", String(repeating: "7", count: 300),
  ]

  /// The bytes of a text, each run of digits without zeros before it and behind its length.
  private static func plainly(_ text: String) -> [UInt8] {
    var key: [UInt8] = []
    var digits: [UInt8]?
    func closeNumber() {
      guard let number = digits else { return }
      let significant = number.drop { $0 == UInt8(ascii: "0") }
      key += [UInt8(ascii: "0"), UInt8(clamping: significant.count)] + significant
      digits = nil
    }
    for byte in text.utf8 {
      if (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) {
        digits = (digits ?? []) + [byte]
      } else {
        closeNumber()
        key.append(byte)
      }
    }
    closeNumber()
    return key
  }

  @Test("Keys are in the order of all of their bytes, whatever their lengths", arguments: texts)
  func order(text: String) {
    let (key, bytes) = (NaturalKey(text), Self.plainly(text))
    for other in Self.texts {
      #expect(
        (key < NaturalKey(other)) == bytes.lexicographicallyPrecedes(Self.plainly(other)),
        "\(text) and \(other)")
      #expect((key == NaturalKey(other)) == (bytes == Self.plainly(other)))
    }
  }

  @Test("Numbers are in the order of their size, and zeros before them do not count")
  func numbers() {
    #expect(NaturalKey("run 007") == NaturalKey("run 7"))
    #expect(["b 2", "b 010", "b 10", "b 1"].naturallySorted() == ["b 1", "b 2", "b 010", "b 10"])
  }
}

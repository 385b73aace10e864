import Testing

@testable import Documents

@Suite("The width of texts in terminal columns")
struct DisplayWidthTests {
  @Test(
    "The width of a text is the sum of its characters' widths, also on the fast path")
  func sums() {
    let scalars = (0x80..<0x3_0000).compactMap(Unicode.Scalar.init)
    let different = scalars.filter { scalar in
      ["—\(scalar)", "\(scalar)▁e", "a\(scalar)\u{301}"].contains { text in
        text.displayWidth != text.reduce(0) { $0 + $1.displayWidth }
      }
    }
    #expect(different.isEmpty)
  }

  @Test(
    "Blocks and arrows take one column, wide characters two, and combining characters none",
    arguments: [
      ("▁▂▃▲▼", 5), ("12.5 → 13 ms", 12), ("é", 1), ("e\u{301}", 1), ("フレーム", 8), ("⌚", 2),
      ("▶\u{FE0F}", 2),
      ("a\u{200B}b", 2), ("", 0),
    ])
  func width(text: String, width: Int) { #expect(text.displayWidth == width) }
}

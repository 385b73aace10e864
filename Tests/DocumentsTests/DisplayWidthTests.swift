import Testing

@testable import Documents

@Suite("Columns that texts take in a terminal")
struct DisplayWidthTests {
  @Test(
    "A text is as wide as its characters together, also where they are not looked up one by one")
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
    "Blocks and arrows take a column, wide characters two, and what joins the one before none",
    arguments: [
      ("▁▂▃▲▼", 5), ("12.5 → 13 ms", 12), ("é", 1), ("e\u{301}", 1), ("フレーム", 8), ("⌚", 2),
      ("▶\u{FE0F}", 2),
      ("a\u{200B}b", 2), ("", 0),
    ])
  func width(text: String, width: Int) { #expect(text.displayWidth == width) }
}

import Documents
import Testing

@Suite("The script of a page")
struct PageScriptTests {
  @Test("has the digest that the page's policy allows")
  func digest() throws {
    let html = Renderer.html.render(Samples.everything)
    let script = try #require(html.firstMatch(of: #/(?s)<script>(.*?)<\/script>/#)).1
    let named = try #require(html.firstMatch(of: /script-src 'sha256-([^']*)'/)).1
    #expect(Base64.text(SHA256.digest(of: Array(script.utf8))) == named)
    #expect(!html.contains("script-src 'unsafe"))
  }

  @Test("is left out of a page that does not need it")
  func absence() {
    let html = Renderer.html.render(Document(schema: "s", title: "t", blocks: [.text("words")]))
    #expect(!html.contains("script"))
  }

  @Test("digests are those of FIPS 180-4")
  func published() {
    // The standard's example of one block, in Base64.
    #expect(
      Base64.text(SHA256.digest(of: Array("abc".utf8)))
        == "ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0=")
  }
}

/// SHA-256, as FIPS 180-4 defines it.
private enum SHA256 {
  static func digest(of message: [UInt8]) -> [UInt8] {
    var bytes = message + [0x80]
    while bytes.count % 64 != 56 { bytes.append(0) }
    let bits = UInt64(message.count * 8)
    bytes += (0..<8).map { UInt8(truncatingIfNeeded: bits >> (56 - 8 * $0)) }
    var state = primes(8).map { fraction(of: Double($0).squareRoot()) }
    let constants = primes(64).map(cubeRootFraction)
    for start in stride(from: 0, to: bytes.count, by: 64) {
      absorb(Array(bytes[start..<start + 64]), constants, into: &state)
    }
    return state.flatMap { word in (0..<4).map { UInt8(truncatingIfNeeded: word >> (24 - 8 * $0)) }
    }
  }

  private static func absorb(_ block: [UInt8], _ constants: [UInt32], into state: inout [UInt32]) {
    var words = (0..<16).map { index in
      block[4 * index..<4 * index + 4].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    }
    for t in 16..<64 {
      let (a, b) = (words[t - 15], words[t - 2])
      let (s0, s1) = (
        turned(a, 7) ^ turned(a, 18) ^ a >> 3, turned(b, 17) ^ turned(b, 19) ^ b >> 10
      )
      words.append(words[t - 16] &+ s0 &+ words[t - 7] &+ s1)
    }
    var v = state
    for t in 0..<64 {
      let choice = v[4] & v[5] ^ ~v[4] & v[6]
      let s1 = turned(v[4], 6) ^ turned(v[4], 11) ^ turned(v[4], 25)
      let first = v[7] &+ s1 &+ choice &+ constants[t] &+ words[t]
      let majority = v[0] & v[1] ^ v[0] & v[2] ^ v[1] & v[2]
      let second = (turned(v[0], 2) ^ turned(v[0], 13) ^ turned(v[0], 22)) &+ majority
      v = [first &+ second, v[0], v[1], v[2], v[3] &+ first, v[4], v[5], v[6]]
    }
    for index in 0..<8 { state[index] &+= v[index] }
  }

  private static func turned(_ word: UInt32, _ count: UInt32) -> UInt32 {
    word >> count | word << (32 - count)
  }

  private static func primes(_ count: Int) -> [UInt64] {
    Array((UInt64(2)...311).lazy.filter { n in !(2..<n).contains { n % $0 == 0 } }.prefix(count))
  }

  private static func fraction(of root: Double) -> UInt32 {
    UInt32((root - root.rounded(.down)) * 4_294_967_296)
  }

  /// The first 32 bits of the fraction of a prime's cube root, computed with integers.
  private static func cubeRootFraction(_ prime: UInt64) -> UInt32 {
    var root: UInt64 = 0
    for bit in stride(from: 34, through: 0, by: -1) {
      let next = root | 1 << UInt64(bit)
      let square = next.multipliedFullWidth(by: next)
      let low = square.low.multipliedFullWidth(by: next)
      let cube = (high: square.high * next + low.high, low: low.low)
      // Compares the cube with the prime times 2 to the 96th, in two words.
      if cube.high < prime << 32 || cube == (prime << 32, 0) { root = next }
    }
    return UInt32(truncatingIfNeeded: root)
  }
}

private enum Base64 {
  static func text(_ bytes: [UInt8]) -> String {
    let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
    var text = ""
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let group = Array(bytes[start..<min(start + 3, bytes.count)])
      let bits = (group + [0, 0]).prefix(3).reduce(0) { $0 << 8 | Int($1) }
      for index in 0...group.count { text.append(letters[bits >> (18 - 6 * index) & 63]) }
      text += String(repeating: "=", count: 3 - group.count)
    }
    return text
  }
}

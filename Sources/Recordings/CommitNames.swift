extension String {
  /// The first 12 digits of a full commit id, which in practice identify the commit.
  ///
  /// Other names are unchanged.
  public var shortCommit: String {
    guard utf8.count >= 40 else { return self }
    var id = self
    return id.withUTF8 { digits in
      digits.allSatisfy(\.isHexDigit)
        ? String(decoding: digits[..<12], as: UTF8.self) : self
    }
  }
}

extension UInt8 {
  /// Whether the character is one of 0–9, a–f and A–F in ASCII.
  fileprivate var isHexDigit: Bool {
    switch self {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"),
      UInt8(ascii: "A")...UInt8(ascii: "F"):
      true
    default: false
    }
  }
}

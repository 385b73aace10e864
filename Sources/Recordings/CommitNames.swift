extension String {
  /// A whole commit id as its first 12 digits, which are unique in practice; other names as they are.
  public var shortCommit: String {
    utf8.count >= 40 && utf8.allSatisfy(\.isHexDigit) ? String(prefix(12)) : self
  }
}

extension UInt8 {
  /// Whether it is one of 0–9, a–f and A–F in ASCII.
  fileprivate var isHexDigit: Bool {
    switch self {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"),
      UInt8(ascii: "A")...UInt8(ascii: "F"):
      true
    default: false
    }
  }
}

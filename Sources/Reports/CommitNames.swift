extension String {
  /// A whole commit id as its first 12 digits, which are unique in practice; other names as they are.
  var shortCommit: String {
    count >= 40 && allSatisfy(\.isHexDigit) ? String(prefix(12)) : self
  }
}

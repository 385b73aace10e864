internal import Units

extension Double {
  /// A share as a percentage for sentences: `95%`, `99.9%`.
  var percentage: String {
    let isWhole = (self * 100).rounded() == (self * 1000).rounded() / 10
    return Quantity(self, .fraction).text(decimals: isWhole ? 0 : 1)
  }

  /// Whether the number and its percentage are finite, so that a table can show the number.
  var isPrintable: Bool { (self * 100).isFinite }
}

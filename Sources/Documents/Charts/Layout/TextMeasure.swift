/// The maximum width of text in any usual sans-serif font.
///
/// For each character it uses the wider one of Liberation Sans (as wide as Arial and Helvetica) and
/// DejaVu Sans (about as wide as Verdana), in hundredths of the font size.
enum TextMeasure {
  /// The width of a line in pixels, for a font size in pixels.
  static func width(_ text: String, size: Double) -> Double {
    var hundredths = 0
    for scalar in text.unicodeScalars { hundredths += width(scalar) }
    return Double(hundredths) * size / 100
  }

  /// The line, truncated with an ellipsis if it is too wide; empty if even the ellipsis does not
  /// fit.
  static func cut(_ text: String, to width: Double, size: Double) -> String {
    guard self.width(text, size: size) > width else { return text }
    var left = width - self.width("…", size: size)
    guard left >= 0 else { return "" }
    let kept = text.prefix { character in
      left -= self.width(String(character), size: size)
      return left >= 0
    }
    let end = kept.lastIndex { $0 != " " }.map { kept.index(after: $0) } ?? kept.startIndex
    return kept[..<end] + "…"
  }

  /// The text in lines that fit, broken at spaces.
  ///
  /// The last line is truncated if there are too many.
  static func wrapped(_ text: String, to width: Double, size: Double, most: Int) -> [String] {
    var lines = [""]
    for word in text.split(separator: " ") {
      let last = lines[lines.count - 1]
      let longer = last.isEmpty ? String(word) : "\(last) \(word)"
      if last.isEmpty || lines.count == most || self.width(longer, size: size) <= width {
        lines[lines.count - 1] = longer
      } else {
        lines.append(String(word))
      }
    }
    return lines.map { cut($0, to: width, size: size) }
  }

  private static func width(_ scalar: Unicode.Scalar) -> Int {
    if (0x20..<0x7F).contains(scalar.value) { return ascii[Int(scalar.value) - 0x20] }
    if scalar.value < 0x20 { return 0 }
    return Character(scalar).displayWidth == 0 ? 0 : widest(scalar)
  }

  /// The maximum width in other Unicode blocks; emoji are the widest.
  private static func widest(_ scalar: Unicode.Scalar) -> Int {
    switch scalar.value {
    case ..<0x100: 100
    case ..<0x180: 107
    default: 145
    }
  }

  private static let ascii = [
    32, 41, 46, 84, 64, 96, 78, 28, 40, 40, 50, 84, 32, 37, 32, 34, 64, 64, 64, 64, 64, 64, 64, 64,
    64, 64, 34, 34, 84, 84, 84, 56, 102, 69, 69, 73, 78, 67, 62, 78, 76, 30, 50, 67, 56, 87, 75, 79,
    67, 79, 73, 67, 62, 74, 69, 99, 69, 67, 69, 40, 34, 40, 84, 56, 50, 62, 64, 55, 64, 62, 36, 64,
    64, 28, 28, 58, 28, 98, 64, 62, 64, 64, 42, 53, 40, 64, 60, 82, 60, 60, 53, 64, 34, 64, 84,
  ]
}

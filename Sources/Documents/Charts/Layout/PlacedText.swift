internal import Units

/// A line of text with its position.
struct PlacedText {
  let text: String
  /// The start, middle or end of its baseline, depending on the alignment.
  let x: Double
  /// The baseline.
  let y: Double
  let size: Double
  var anchor = Anchoring.start
  /// The rotation around the anchor.
  var rotation = Rotation.none
  var role = Role.label
  /// The whole text, if this is a part of it.
  var whole: String?
  /// The horizontal position of the mark that the text labels, and moves with; `nil` if it labels none.
  var mark: Double?

  enum Anchoring {
    case start
    case middle
    case end
  }

  enum Rotation {
    case none
    /// Rising to the right, with its end at the anchor.
    case slanted
    /// Vertical, with its end at the anchor.
    case upright
  }

  enum Role: Equatable {
    case title
    case axis
    case label
    case value(Chart.Ink)
    /// Text among marks, with an outline for legibility.
    case note
  }

  /// The part above the baseline, as a share of the size.
  static let ascent = 0.8

  private var isBold: Bool {
    switch role {
    case .title, .value: true
    case .axis, .label, .note: false
    }
  }

  /// The bounding rectangle, for the largest possible width.
  var bounds: Rect {
    let width = TextMeasure.width(text, size: size) * (isBold ? 1.12 : 1)
    let (up, down) = (size * Self.ascent, size * (1 - Self.ascent))
    switch rotation {
    case .none:
      let left = x - width * anchor.share
      return Rect(left: left, top: y - up, right: left + width, bottom: y + down)
    case .slanted:
      // At 45° each side reaches √½ of its length in both directions.
      let half = 0.5.squareRoot()
      return Rect(
        left: x - (width + up) * half, top: y - up * half, right: x + down * half,
        bottom: y + (width + down) * half)
    case .upright:
      return Rect(left: x - up, top: y, right: x + down, bottom: y + width)
    }
  }
}

extension PlacedText.Anchoring {
  /// The part of the width before the anchor.
  var share: Double {
    switch self {
    case .start: 0
    case .middle: 0.5
    case .end: 1
    }
  }
}

/// Finds positions for labels, so that none overlaps another or leaves the panel.
///
/// Labels without space are left out; the table behind the chart contains their values.
struct LabelPlacer {
  private let area: Rect
  private var taken: [Rect]
  private static let size = 11.0

  struct Candidate {
    let x: Double
    let y: Double
    let anchor: PlacedText.Anchoring
    /// Whether the label must not be moved to stay inside.
    var isFixed = false
  }

  /// Starts with an empty panel.
  ///
  /// - Parameters:
  ///   - area: where labels may be placed.
  ///   - obstacles: where they may not.
  init(in area: Rect, avoiding obstacles: [Rect] = []) {
    self.area = area
    taken = obstacles
  }

  /// Places a label at the first candidate with space; `nil` if there is none.
  ///
  /// Candidates near a side are moved inside.
  mutating func place(_ text: String, at candidates: [Candidate]) -> PlacedText? {
    let whole = text.harmless
    let shown = TextMeasure.cut(whole, to: area.width, size: Self.size)
    guard !shown.isEmpty else { return nil }
    for candidate in candidates {
      let label = inside(shown, candidate, whole: shown == whole ? nil : whole)
      guard area.contains(label.bounds), !taken.contains(where: label.bounds.grown(by: 2).overlaps)
      else { continue }
      taken.append(label.bounds)
      return label
    }
    return nil
  }

  private func inside(_ text: String, _ candidate: Candidate, whole: String?) -> PlacedText {
    let width = TextMeasure.width(text, size: Self.size)
    let left = candidate.x - width * candidate.anchor.share
    let outside = max(area.left - left, 0) + min(area.right - left - width, 0)
    let shift = candidate.isFixed ? 0 : outside
    return PlacedText(
      text: text, x: candidate.x + shift, y: candidate.y, size: Self.size,
      anchor: candidate.anchor, role: .note, whole: whole)
  }
}

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

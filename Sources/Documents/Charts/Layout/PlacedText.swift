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

  /// The rotation of a label.
  enum Rotation {
    case none
    /// Rising to the right, with its end at the anchor.
    case slanted
    /// Vertical, with its end at the anchor.
    case upright
  }

  /// The role of a text.
  enum Role: Equatable {
    /// A title.
    case title
    /// Text of an axis.
    case axis
    /// Text of the legend.
    case label
    /// A value in bold and in the color of an ink.
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

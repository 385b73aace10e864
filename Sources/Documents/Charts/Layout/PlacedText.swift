/// A line of text and its place.
struct PlacedText {
  let text: String
  /// Where its baseline begins, has its middle, or ends.
  let x: Double
  /// Its baseline.
  let y: Double
  let size: Double
  var anchor = Anchoring.start
  /// Clockwise around its anchor.
  var rotation = Rotation.none
  var role = Role.label
  /// The whole text, where this is part of it.
  var whole: String?

  enum Anchoring {
    case start
    case middle
    case end
  }

  /// How a label is turned.
  enum Rotation {
    case none
    /// Rising to the right, its end at the anchor.
    case slanted
    /// Rising, its end at the anchor.
    case upright
  }

  /// What the text is to its reader.
  enum Role {
    /// A title.
    case title
    /// Words of an axis.
    case axis
    /// Words of the legend.
    case label
    /// Words among marks, which shine through without a rim.
    case note
  }

  /// Above the baseline, as a share of the size; the rest is below.
  static let ascent = 0.8

  /// The least rectangle around the text, by its greatest width.
  var bounds: Rect {
    let width = TextMeasure.width(text, size: size) * (role == .title ? 1.12 : 1)
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
  /// How much of the text lies before the anchor.
  var share: Double {
    switch self {
    case .start: 0
    case .middle: 0.5
    case .end: 1
    }
  }
}

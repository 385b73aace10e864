internal import Units

/// Finds room for labels among marks: none overlaps another or leaves the panel; what finds no room is
/// left out, as the table behind the chart has it all the same.
struct LabelPlacer {
  private let area: Rect
  private var taken: [Rect]
  private static let size = 11.0

  /// A place to try: where the text is anchored, and how.
  struct Candidate {
    let x: Double
    let y: Double
    let anchor: PlacedText.Anchoring
    /// Whether the text may not be moved to keep it inside.
    var isFixed = false
  }

  /// Begins with an empty panel.
  ///
  /// - Parameters:
  ///   - area: where labels may stand.
  ///   - obstacles: where none may.
  init(in area: Rect, avoiding obstacles: [Rect] = []) {
    self.area = area
    taken = obstacles
  }

  /// Places a label at the first candidate that has room.
  ///
  /// - Parameters:
  ///   - text: the label.
  ///   - candidates: in the order of preference; those near a side are moved inside.
  /// - Returns: `nil` when none has room.
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

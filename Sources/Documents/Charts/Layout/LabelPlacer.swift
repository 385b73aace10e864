internal import Units

/// Finds positions for labels, so that none overlaps another or leaves the panel.
///
/// Labels without space are left out; the table behind the chart contains their values.
struct LabelPlacer {
  private let area: Rect
  private var taken: [Rect]
  private static let size = 11.0

  /// A possible position of a label.
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

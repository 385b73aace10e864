/// The colors of a theme, by their names in style sheets.
///
/// Each series has a contrast of at least 3 : 1 with the page. Neighboring series can be
/// distinguished with red-green color blindness; dashes and symbols distinguish them without color.
struct Palette: Sendable {
  /// The background.
  let page: String
  /// Text and the most important marks.
  let ink: String
  /// Less important text.
  let quiet: String
  /// Lines of tables and grids.
  let rule: String
  let better: String
  let worse: String
  let warning: String
  /// The colors of series.
  let series: [String]

  /// The number of series with different colors.
  static let seriesCount = 6

  static let light = Palette(
    page: "#ffffff", ink: "#1d2126", quiet: "#586069", rule: "#d8dde2", better: "#17693c",
    worse: "#b3261e", warning: "#8a5300",
    series: ["#0b5fa5", "#b84a00", "#00785f", "#8a3c8f", "#7d6608", "#4d565f"])

  static let dark = Palette(
    page: "#14171a", ink: "#e4e7ea", quiet: "#9ea8b2", rule: "#333a41", better: "#6fd49a",
    worse: "#ff9c93", warning: "#f3bd68",
    series: ["#74b7ff", "#ff9f5c", "#4fd0ae", "#e396df", "#e0c04c", "#b9c2cb"])

  /// The colors by their names.
  var named: [(name: String, color: String)] {
    let roles = [
      ("page", page), ("ink", ink), ("quiet", quiet), ("rule", rule), ("better", better),
      ("worse", worse), ("warning", warning),
    ]
    return roles + series.enumerated().map { ("c\($0.offset)", $0.element) }
  }

  /// The CSS custom properties with the colors.
  var properties: String {
    named.map { "--\($0.name): \($0.color);" }.joined(separator: " ")
  }
}

/// The colours of a theme, by the names that style sheets know them by.
///
/// Each series has a contrast of at least 3 : 1 with the page, and neighbours stay apart for those who
/// see no red or no green; dashes and symbols tell them apart without colour.
struct Palette: Sendable {
  /// What everything stands on.
  let page: String
  /// Words, and what matters most.
  let ink: String
  /// What is less important.
  let quiet: String
  /// Lines of tables and grids.
  let rule: String
  let better: String
  let worse: String
  let warning: String
  /// The colours of marks that are alike.
  let series: [String]

  /// How many series have a colour of their own.
  static let seriesCount = 6

  static let light = Palette(
    page: "#ffffff", ink: "#1d2126", quiet: "#586069", rule: "#d8dde2", better: "#17693c",
    worse: "#b3261e", warning: "#8a5300",
    series: ["#0b5fa5", "#b84a00", "#00785f", "#8a3c8f", "#7d6608", "#4d565f"])

  static let dark = Palette(
    page: "#14171a", ink: "#e4e7ea", quiet: "#9ea8b2", rule: "#333a41", better: "#6fd49a",
    worse: "#ff9c93", warning: "#f3bd68",
    series: ["#74b7ff", "#ff9f5c", "#4fd0ae", "#e396df", "#e0c04c", "#b9c2cb"])

  /// The custom properties of a style sheet that hold the colours.
  var properties: String {
    let named = [
      ("page", page), ("ink", ink), ("quiet", quiet), ("rule", rule), ("better", better),
      ("worse", worse), ("warning", warning),
    ]
    let numbered = series.enumerated().map { ("c\($0.offset)", $0.element) }
    return (named + numbered).map { "--\($0.0): \($0.1);" }.joined(separator: " ")
  }
}

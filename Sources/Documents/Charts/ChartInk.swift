extension Chart {
  /// The meaning of a color in a chart, such as an improvement or a warning; each theme defines the colors.
  public enum Ink: Sendable, Equatable {
    /// One of several equal series, from 0.
    ///
    /// They differ by color, and lines also by dashes.
    case series(Int)
    /// The most important mark.
    case strong
    /// A reference to compare with.
    case quiet
    case better
    case worse
    case warning
    /// A shade of a heat map, from 0, the palest, to 3.
    case shade(Int)
  }

  /// The symbol that marks a point in a chart, such as a hollow circle.
  ///
  /// Shapes carry the same meaning as colors.
  public struct Symbol: Sendable, Equatable {
    /// The outline of the symbol that marks a point in a chart, such as a circle.
    public let outline: Outline

    /// Whether the symbol that marks a point in a chart is hollow, so that only its outline is drawn.
    public let isHollow: Bool

    public init(_ outline: Outline, isHollow: Bool = false) {
      self.outline = outline
      self.isHollow = isHollow
    }

    public enum Outline: Sendable, CaseIterable {
      /// ●
      case circle
      /// ■
      case square
      /// ◆
      case diamond
      /// ▲
      case triangle
      /// ▼
      case wedge
      /// ✕
      case cross
      /// A dot, for many points.
      case point
      /// │, as in a row of ticks.
      case tick
      /// ─, for a level.
      case dash
    }

    /// The symbol for the points of a data series in a chart, chosen by the number of the series from 0.
    ///
    /// Neighboring series have different symbols.
    public static func series(_ index: Int) -> Symbol {
      let outlines: [Outline] = [.circle, .square, .triangle, .diamond, .wedge, .cross]
      return Symbol(outlines[index % outlines.count])
    }
  }
}

/// The colors of a theme, by their names in style sheets.
///
/// Each series has a contrast of at least 3: 1 with the page. Neighboring series can be distinguished with red-green
/// color blindness; dashes and symbols distinguish them without color.
struct Palette: Sendable {
  let page: String
  /// Text and the most important marks.
  let ink: String
  let quiet: String
  /// Lines of tables and grids.
  let rule: String
  let better: String
  let worse: String
  let warning: String
  let series: [String]

  static let seriesCount = 6

  static let light = Palette(
    page: "#ffffff", ink: "#1d2126", quiet: "#586069", rule: "#d8dde2", better: "#17693c",
    worse: "#b3261e", warning: "#8a5300",
    series: ["#0b5fa5", "#b84a00", "#00785f", "#8a3c8f", "#7d6608", "#4d565f"])

  static let dark = Palette(
    page: "#14171a", ink: "#e4e7ea", quiet: "#9ea8b2", rule: "#333a41", better: "#6fd49a",
    worse: "#ff9c93", warning: "#f3bd68",
    series: ["#74b7ff", "#ff9f5c", "#4fd0ae", "#e396df", "#e0c04c", "#b9c2cb"])

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

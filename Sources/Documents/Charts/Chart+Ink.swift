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
    /// An improvement.
    case better
    /// A regression.
    case worse
    /// A warning.
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

    /// Creates a symbol that marks points in a chart.
    public init(_ outline: Outline, isHollow: Bool = false) {
      self.outline = outline
      self.isHollow = isHollow
    }

    /// The outline of a symbol in a chart, such as a circle.
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

extension Chart {
  /// What a mark is drawn in: a role, for which each theme has a colour.
  public enum Ink: Sendable, Equatable {
    /// One of several alike, from 0; told apart by colour, and lines also by their dashes.
    case series(Int)
    /// What matters most.
    case strong
    /// What is there to compare with.
    case quiet
    /// For the better.
    case better
    /// For the worse.
    case worse
    /// To be minded.
    case warning
  }

  /// The shape of a point; shapes tell what colours tell too.
  public struct Symbol: Sendable, Equatable {
    /// The outline.
    public let outline: Outline

    /// Whether only the outline is drawn.
    public let isHollow: Bool

    /// Creates a symbol.
    ///
    /// - Parameters:
    ///   - outline: the outline.
    ///   - isHollow: whether only the outline is drawn.
    public init(_ outline: Outline, isHollow: Bool = false) {
      self.outline = outline
      self.isHollow = isHollow
    }

    /// The outline of a point.
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
      /// A dot, where points are many.
      case point
      /// │, as in a row of ticks.
      case tick
      /// ─, as a level.
      case dash
    }

    /// A symbol for one of several series, from 0.
    ///
    /// - Parameter index: which series.
    /// - Returns: another one than its neighbours'.
    public static func series(_ index: Int) -> Symbol {
      let outlines: [Outline] = [.circle, .square, .triangle, .diamond, .wedge, .cross]
      return Symbol(outlines[index % outlines.count])
    }
  }
}

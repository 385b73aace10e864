internal import Synchronization

/// A chart's picture in its first size, drawn when it is first asked for: a page and the files beside a
/// Markdown document share it, even where they are made at the same time.
final class DrawnOnce: Sendable {
  private let drawing = Mutex<Drawing?>(nil)

  /// The picture.
  ///
  /// - Parameter draw: how it is drawn, where that was not done yet; others wait for it.
  /// - Returns: the same for all who ask.
  func drawing(_ draw: @Sendable () -> Drawing) -> Drawing {
    drawing.withLock { kept in
      if let kept { return kept }
      let drawing = draw()
      kept = drawing
      return drawing
    }
  }
}

extension DrawnOnce: Equatable {
  /// A picture follows from its chart, so charts do not differ by whether it was drawn.
  static func == (left: DrawnOnce, right: DrawnOnce) -> Bool { true }
}

extension Chart {
  /// The picture in the first of the chart's sizes, without its title.
  var drawing: Drawing {
    drawn.drawing { Drawing(self, size: ChartSize.all(of: self)[0]) }
  }
}

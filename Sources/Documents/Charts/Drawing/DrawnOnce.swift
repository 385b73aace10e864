internal import Synchronization

/// Draws a chart once, on first use.
///
/// An HTML page and Markdown files that are written concurrently share the picture.
final class DrawnOnce: Sendable {
  private let drawing = Mutex<Drawing?>(nil)

  /// The picture.
  ///
  /// `draw` is called once; concurrent callers wait for it.
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
  /// Always true: pictures follow from their charts, so they do not affect whether charts are
  /// equal.
  static func == (left: DrawnOnce, right: DrawnOnce) -> Bool { true }
}

extension Chart {
  /// The picture in the first of the chart's sizes, without title.
  var drawing: Drawing {
    drawn.drawing { Drawing(self, size: ChartSize.all(of: self)[0]) }
  }
}

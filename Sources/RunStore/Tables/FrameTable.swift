internal import Recordings

extension RunTable {
  /// The table `frame`: one row per frame with a present, numbered from 1; without a timeline, one row per frame with a
  /// measurement.
  static let frames = RunTable(
    name: "frame",
    declaration: """
      CREATE TABLE frame (
        run INTEGER, idx INTEGER, time_ns INTEGER, frame_time_ns INTEGER, kind TEXT,
        \(FrameSignal.allCases.map { "\($0.rawValue)_ns INTEGER" }.joined(separator: ", ")),
        blame TEXT)
      """
  ) { (decoder, run) throws(StoreError) in
    if let timeline = try decoder.timeline(of: run).value { return rows(of: timeline) }
    return rows(of: try decoder.unplacedSignals(of: run))
  }

  private static let firstSignal = 5

  private static func rows(of timeline: FrameTimeline) -> RunRows {
    let presents = timeline.presents
    let signals = FrameSignal.allCases.map { timeline.signals[$0] }
    return RunRows(count: timeline.frameCount) { row, column in
      switch column {
      case 1: .integer(Int64(row + 1))
      case 2: .integer(presents[row + 1])
      case 3: .integer(presents[row + 1] &- presents[row])
      case 4: .text((timeline.kinds?[row] ?? .displayed).name)
      case firstSignal..<firstSignal + signals.count:
        SQLValue(signals[column - firstSignal]?[row])
      default: SQLValue(timeline.blames?[row].name)
      }
    }
  }

  private static func rows(of unplaced: [FrameSignal: OptionalColumn]) -> RunRows {
    let signals = FrameSignal.allCases.map { unplaced[$0] }
    return RunRows(count: unplaced.values.first?.count ?? 0) { row, column in
      switch column {
      case 1: .integer(Int64(row + 1))
      case firstSignal..<firstSignal + signals.count:
        SQLValue(signals[column - firstSignal]?[row])
      default: .null
      }
    }
  }
}

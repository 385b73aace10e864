internal import Recordings

extension RunTable {
  /// `frame`: a row for each frame that has a present, numbered from 1.
  static let frames = RunTable(
    name: "frame",
    declaration: """
      CREATE TABLE frame (
        run INTEGER, idx INTEGER, time_ns INTEGER, frame_time_ns INTEGER, kind TEXT,
        \(FrameSignal.allCases.map { "\($0.rawValue)_ns INTEGER" }.joined(separator: ", ")))
      """
  ) { (decoder, run) throws(StoreError) in
    guard let timeline = try decoder.timeline(of: run).value else { return .none }
    let presents = timeline.presents
    let signals = FrameSignal.allCases.map { timeline.signals[$0] }
    return RunRows(count: timeline.frameCount) { row, column in
      switch column {
      case 1: .integer(Int64(row + 1))
      case 2: .integer(presents[row + 1])
      case 3: .integer(presents[row + 1] &- presents[row])
      case 4: .text((timeline.kinds?[row] ?? .displayed).name)
      default: SQLValue(signals[column - 5]?[row])
      }
    }
  }
}

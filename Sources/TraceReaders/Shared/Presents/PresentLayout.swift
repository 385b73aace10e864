internal import Decoding
internal import Recordings

/// Where a header of the PresentMon family has what.
struct PresentLayout: Sendable {
  /// Position of each column, by `PresentColumn.rawValue`; `nil` where the table lacks it.
  let columns: [Int?]

  /// The time column; `nil` when the table has durations only.
  let time: TimeColumn?

  /// Whether the time is that of the frame's beginning and not of its end.
  let timeIsStart: Bool

  /// Whether the layout is that of 1.x, which writes 0 for what it does not know.
  let zeroIsMissing: Bool

  /// Whether application, process and swap chain, which identify a stream, stand side by side.
  ///
  /// They do in all tables but FrameView's; one comparison then tells whether a row belongs to the same
  /// stream as the one above.
  let hasAdjacentKey: Bool

  /// Whether rows tell frames that the application rendered from others.
  let hasFrameType: Bool

  /// What tells whether a frame was shown; `nil` when nothing does.
  let fate: PresentColumn?

  /// Finds the columns of a header.
  ///
  /// Fails when no column tells how long a frame took, or nothing else tells that the rows are presents
  /// of an application.
  ///
  /// - Parameter header: of any table.
  init?(_ header: CSVHeader) {
    var columns = PresentColumn.allCases.map { header.column(named: $0.names) }
    let hasPresents = header.has("MsBetweenPresents") || header.has("MsBetweenAppPresents")
    timeIsStart = !hasPresents
    if columns[PresentColumn.frameTime] == nil {
      guard let wait = header.column("CPUWait") else { return nil }
      columns[PresentColumn.frameTime] = header.column("CPUBusy")
      columns[PresentColumn.frameTimeRest] = wait
    }
    let candidates = hasPresents ? TimeColumn.presents : TimeColumn.starts
    time = candidates.first { header.has($0.name) }
    columns[PresentColumn.time] = time.flatMap { header.column($0.name) }
    guard columns[PresentColumn.frameTime] != nil,
      time != nil || columns[PresentColumn.application] != nil
    else { return nil }
    zeroIsMissing = columns[PresentColumn.dropped] != nil
    fate = [.dropped, .displayed].first { columns[$0] != nil }
    hasFrameType = columns[PresentColumn.frameType] != nil
    let key: [PresentColumn] = [.application, .process, .swapChain]
    let positions = key.compactMap { columns[$0] }
    hasAdjacentKey = positions.count == 3 && positions == Array(positions[0]..<(positions[0] + 3))
    self.columns = columns
  }

  /// Whether the table has a column.
  func has(_ column: PresentColumn) -> Bool { columns[column] != nil }

  /// The signals that the table has, with the column of each.
  ///
  /// A latency can stand in three columns: the first of them that has a value in any row is meant.
  var signals: [(signal: FrameSignal, column: PresentColumn)] {
    let all: [(signal: FrameSignal, column: PresentColumn)] = [
      (.cpuBusy, .cpuBusy), (.gpuBusy, .gpuBusy), (.animationError, .animationError),
      (.latency, .clickLatency), (.latency, .inputLatency), (.latency, .systemLatency),
    ]
    return all.filter { has($0.column) }
  }
}

extension [Int?] {
  /// The entry of a column of a table of presents.
  subscript(column: PresentColumn) -> Int? {
    get { self[column.rawValue] }
    set { self[column.rawValue] = newValue }
  }
}

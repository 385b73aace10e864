internal import Decoding
internal import Recordings

/// The positions of columns in a present table (a table with one row per present).
struct PresentLayout: Sendable {
  /// The position of each column, by `PresentColumn.rawValue`; `nil` if the table lacks it.
  let columns: [Int?]

  /// The time column; `nil` if the table has only durations.
  let time: TimeColumn?

  /// Whether the time column contains the start of a frame instead of its present.
  let timeIsStart: Bool

  /// Whether the table is from PresentMon 1.x, which writes 0 for unknown values.
  let zeroIsMissing: Bool

  /// Whether application, process and swap chain are adjacent columns.
  ///
  /// These columns are adjacent in all tables except FrameView's. If they are adjacent, one comparison decides whether
  /// a row belongs to the process and swap chain of the previous row.
  let hasAdjacentKey: Bool

  /// Whether rows distinguish frames of the application from generated ones.
  let hasFrameType: Bool

  /// The column that shows whether a frame was displayed; `nil` if there is none.
  let fate: PresentColumn?

  /// Finds the columns of a present table in its header.
  ///
  /// The result is `nil` if no column has the duration of a frame, or if the rows do not name the application of the
  /// presents.
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

  /// Whether the table has the given column.
  func has(_ column: PresentColumn) -> Bool { columns[column] != nil }

  /// The signals that the table contains, such as CPU time, each with its column.
  ///
  /// For latency there are three possible columns; the first column with a value in any row is used.
  var signals: [(signal: FrameSignal, column: PresentColumn)] {
    let all: [(signal: FrameSignal, column: PresentColumn)] = [
      (.cpuBusy, .cpuBusy), (.gpuBusy, .gpuBusy), (.animationError, .animationError),
      (.latency, .clickLatency), (.latency, .inputLatency), (.latency, .systemLatency),
    ]
    return all.filter { has($0.column) }
  }
}

extension [Int?] {
  /// The position of a column in the header; `nil` if the table lacks the column.
  subscript(column: PresentColumn) -> Int? {
    get { self[column.rawValue] }
    set { self[column.rawValue] = newValue }
  }
}

internal import Recordings
internal import Units

/// A read-only virtual table whose rows are unpacked from runs, such as `frame`.
///
/// Its first column is the run. A query with a condition on the run reads only the matching runs.
struct RunTable: Sendable {
  let name: String
  let declaration: String
  let rows: @Sendable (RunDecoder, RunID) throws(StoreError) -> RunRows

  /// The names of all virtual tables.
  ///
  /// A store's schema must not use them.
  static let names = Set(all.map(\.name))

  private static let all: [RunTable] = [.frames, .framePartTimes, .counterSamples]

  static func register(on connection: Connection) throws(StoreError) {
    for table in all { try register(table, on: connection) }
  }
}

/// The rows that one run adds to a virtual table.
struct RunRows: Sendable {
  let count: Int
  /// The value of a column, from 1 because column 0 is the run, in a row from 0.
  let value: @Sendable (_ row: Int, _ column: Int) -> SQLValue

  static let none = RunRows(count: 0) { _, _ in .null }
}

extension RunTable {
  /// `frame`: one row per present from 1; without a timeline, one per frame with a measurement.
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

extension RunTable {
  /// The table `frame_part_time`: one row per frame and part with a duration.
  ///
  /// `idx` numbers the frames as in the table `frame`, from 1.
  static let framePartTimes = RunTable(
    name: "frame_part_time",
    declaration: """
      CREATE TABLE frame_part_time (
        run INTEGER, idx INTEGER, part TEXT, kind TEXT, duration_ns INTEGER)
      """
  ) { (decoder, run) throws(StoreError) in
    guard let parts = try decoder.parts(of: run) else { return .none }
    return RunRows(count: parts.entries.count) { row, column in
      let entry = parts.entries[row]
      let part = parts.parts[Int(entry.part)]
      return switch column {
      case 1: .integer(Int64(entry.frame) + 1)
      case 2: .text(part.name)
      case 3: .text(part.kind.rawValue)
      default: .integer(entry.duration)
      }
    }
  }
}

extension RunTable {
  /// The table `counter_sample`: one row per sample, numbered from 1 within its counter.
  static let counterSamples = RunTable(
    name: "counter_sample",
    declaration: """
      CREATE TABLE counter_sample (
        run INTEGER, counter TEXT, role TEXT, unit TEXT, idx INTEGER, time_ns INTEGER, value REAL)
      """
  ) { (decoder, run) throws(StoreError) in
    let presents = try decoder.timeline(of: run).value?.presents ?? []
    let counters = try decoder.counters(of: run, frames: presents.count - 1).map {
      SampleRows($0, presents: presents)
    }
    let ends = counters.reduce(into: [0]) { ends, counter in
      ends.append((ends.last ?? 0) + counter.counter.samples.count)
    }
    return RunRows(count: ends.last ?? 0) { row, column in
      let index = ends.lastStart(atOrBefore: row)
      return counters[index].value(sample: row - ends[index], column: column)
    }
  }
}

/// The samples of one counter as rows.
private struct SampleRows {
  let counter: Counter
  private let presents: NumberColumn<Nanoseconds>
  /// The index of the first sample in each range of equal samples.
  private let starts: [Int]

  init(_ counter: Counter, presents: NumberColumn<Nanoseconds>) {
    self.counter = counter
    self.presents = presents
    var next = 0
    starts = counter.samples.stretches.map { stretch in
      defer { next += stretch.count }
      return next
    }
  }

  func value(sample: Int, column: Int) -> SQLValue {
    switch column {
    case 1: .text(counter.name)
    case 2: .text(counter.role.name)
    case 3: .text(counter.unit.id)
    case 4: .integer(Int64(sample + 1))
    case 5: SQLValue(time(of: sample))
    default: SQLValue(counter.samples.stretches[starts.lastStart(atOrBefore: sample)].value)
    }
  }

  /// The time of a sample; `nil` if its frame has no present.
  private func time(of sample: Int) -> Nanoseconds? {
    switch counter.samples.clock {
    case .times(let times): times[sample]
    case .frames: sample + 1 < presents.count ? presents[sample + 1] : nil
    }
  }
}

extension [Int] {
  /// The index of the last of these increasing numbers that is at most `number`; O(log n).
  ///
  /// The first number is 0.
  fileprivate func lastStart(atOrBefore number: Int) -> Int {
    var (low, high) = (0, count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if self[middle] <= number { low = middle } else { high = middle }
    }
    return low
  }
}

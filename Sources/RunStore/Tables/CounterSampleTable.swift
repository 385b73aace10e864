internal import Recordings
internal import Units

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

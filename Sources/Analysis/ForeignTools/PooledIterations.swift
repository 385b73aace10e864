public import Recordings

extension [Recording] {
  /// The iterations of each benchmark of a file as one run, where only the work on frames was measured.
  ///
  /// Iterations follow each other, and their streams have one name with a number after it: `scroll #1`.
  /// Runs with a timeline stay as they are.
  public var pooledIterations: [Recording] {
    var pooled: [Recording] = []
    for run in self {
      if let last = pooled.last, let name = run.benchmark, name == last.origin.stream {
        pooled[pooled.count - 1].append(run)
      } else {
        var first = run
        first.origin.stream = run.benchmark ?? run.origin.stream
        pooled.append(first)
      }
    }
    return pooled
  }
}

extension Recording {
  /// The name before the number of the iteration; `nil` where this is none.
  fileprivate var benchmark: String? {
    guard timeline.value == nil, let stream = origin.stream,
      let mark = stream.lastIndex(of: "#"), stream[..<mark].last == " ",
      stream[mark...].dropFirst().allSatisfy(\.isNumber)
    else { return nil }
    return String(stream[..<mark].dropLast())
  }

  /// Adds the frames of the next iteration; where only one of them has a measurement, it is missing of the
  /// other's.
  fileprivate mutating func append(_ next: Recording) {
    let (count, added) = (unplacedFrameCount, next.unplacedFrameCount)
    let signals = Set(unplacedSignals.keys).union(next.unplacedSignals.keys)
    var together: [FrameSignal: OptionalColumn] = [:]
    for signal in signals {
      var column = OptionalColumn()
      for index in 0..<count { column.append(unplacedSignals[signal]?[index]) }
      for index in 0..<added { column.append(next.unplacedSignals[signal]?[index]) }
      together[signal] = column
    }
    unplacedSignals = together
    issues += next.issues
    description.scalars = []
    description.measures = []
  }
}

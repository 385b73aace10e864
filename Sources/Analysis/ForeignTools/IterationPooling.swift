public import Recordings

/// How another tool merges the iterations of a benchmark into one run.
///
/// Iterations are runs without a timeline. Their streams have the same name and different numbers, such as `scroll #1`
/// and `scroll #2`.
public struct IterationPooling: Sendable {
  /// Merges the iterations of one benchmark, at least one, into one run.
  private let pooled: @Sendable ([Recording]) -> Recording

  init(_ pooled: @escaping @Sendable ([Recording]) -> Recording) { self.pooled = pooled }

  /// Merges iterations into a run with all frames of all iterations.
  static let frames = IterationPooling { iterations in
    var all = iterations[0]
    for next in iterations.dropFirst() { all.append(next) }
    return all
  }

  /// Whether a run is a later iteration of the benchmark to which the preceding runs belong; `false` if no runs precede
  /// it.
  public func goesOn(_ runs: [Recording], with next: Recording) -> Bool {
    guard let last = runs.last?.iteration, let next = next.iteration else { return false }
    return last.benchmark == next.benchmark && last.number < next.number
  }

  /// Merges the iterations of one benchmark into one run.
  ///
  /// The stream of the merged run has the benchmark's name, or no name if the benchmark has none. A run that is not an
  /// iteration stays as it is.
  ///
  /// - Parameter runs: the iterations in their order, at least one.
  public func run(of runs: [Recording]) -> Recording {
    guard let iteration = runs[0].iteration else { return runs[0] }
    var run = pooled(runs)
    run.origin.stream = iteration.benchmark.isEmpty ? nil : iteration.benchmark
    return run
  }
}

extension [Recording] {
  /// A list of runs in which the iterations of each benchmark are merged into one run, at the position of the first
  /// iteration.
  public func pooled(_ pooling: IterationPooling) -> [Recording] {
    var benchmarks: [[Recording]] = []
    var known: [String: (position: Int, numbers: Set<Int>)] = [:]
    for run in self {
      guard let (name, number) = run.iteration else {
        benchmarks.append([run])
        continue
      }
      // A number that appears again belongs to another file.
      if let position = known[name]?.position,
        known[name]?.numbers.insert(number).inserted == true
      {
        benchmarks[position].append(run)
      } else {
        known[name] = (benchmarks.count, [number])
        benchmarks.append([run])
      }
    }
    return benchmarks.map { runs in
      pooling.run(of: runs.sorted { ($0.iteration?.number ?? 0) < ($1.iteration?.number ?? 0) })
    }
  }
}

extension Recording {
  /// The name of the benchmark and the number of the iteration; `nil` if the recording is not an iteration.
  ///
  /// The name is empty if the stream of the recording has only a number.
  fileprivate var iteration: (benchmark: String, number: Int)? {
    guard timeline.value == nil, let stream = origin.stream,
      let mark = stream.lastIndex(of: "#"), let number = Int(stream[mark...].dropFirst())
    else { return nil }
    let name = stream[..<mark]
    return name.isEmpty || name.last == " " ? (String(name.dropLast()), number) : nil
  }

  /// Appends the frames of the next iteration to the frames of this recording.
  ///
  /// If only one of the two iterations has a signal, the signal has no values for the frames of the other iteration.
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

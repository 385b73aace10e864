public import Recordings

/// How a tool takes the iterations of a benchmark together.
///
/// Iterations follow each other, and their streams have one name with a rising number after it: `scroll #1`. Runs with
/// a timeline are none.
public struct IterationPooling: Sendable {
  /// Makes one run of at least one iteration.
  private let pooled: @Sendable ([Recording]) -> Recording

  init(_ pooled: @escaping @Sendable ([Recording]) -> Recording) { self.pooled = pooled }

  /// Every frame of every iteration counts alike.
  static let frames = IterationPooling { iterations in
    var all = iterations[0]
    for next in iterations.dropFirst() { all.append(next) }
    return all
  }

  /// Whether a run goes on with the benchmark that others are iterations of.
  ///
  /// - Parameters:
  ///   - runs: those before, of one benchmark.
  ///   - next: the run after them.
  /// - Returns: `false` when there are none before, too.
  public func goesOn(_ runs: [Recording], with next: Recording) -> Bool {
    guard let last = runs.last?.iteration, let next = next.iteration else { return false }
    return last.benchmark == next.benchmark && last.number < next.number
  }

  /// One run of the iterations of one benchmark; a run that is no iteration stays as it is.
  ///
  /// - Parameter runs: at least one, in their order.
  /// - Returns: a run whose stream has the benchmark's name.
  public func run(of runs: [Recording]) -> Recording {
    guard let iteration = runs[0].iteration else { return runs[0] }
    var run = pooled(runs)
    run.origin.stream = iteration.benchmark.isEmpty ? nil : iteration.benchmark
    return run
  }
}

extension [Recording] {
  /// The runs with the iterations of each benchmark as one run.
  ///
  /// - Parameter pooling: how iterations become one run.
  /// - Returns: each benchmark in the place of its first iteration.
  public func pooled(_ pooling: IterationPooling) -> [Recording] {
    var benchmarks: [[Recording]] = []
    var known: [String: (position: Int, numbers: Set<Int>)] = [:]
    for run in self {
      guard let (name, number) = run.iteration else {
        benchmarks.append([run])
        continue
      }
      // A number that comes again is an iteration of another file.
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
  /// The name before the number of the iteration, which is empty where results have none, and the number; `nil` where
  /// this is none.
  fileprivate var iteration: (benchmark: String, number: Int)? {
    guard timeline.value == nil, let stream = origin.stream,
      let mark = stream.lastIndex(of: "#"), let number = Int(stream[mark...].dropFirst())
    else { return nil }
    let name = stream[..<mark]
    return name.isEmpty || name.last == " " ? (String(name.dropLast()), number) : nil
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

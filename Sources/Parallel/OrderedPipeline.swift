internal import Dispatch
internal import Synchronization

// Parallel runs work on several cores. It is the only module that uses threads or Dispatch. It has a concurrent map, two
// concurrent functions, a pipeline for inputs that are known at the start, which delivers outputs in order, and outputs
// that are computed ahead of time, for inputs that come one after the other. Results never depend on the number of cores.

/// Processes inputs on several threads and delivers the outputs in the order of the inputs.
///
/// The caller consumes outputs on its own thread while the next ones are computed. A limited number of outputs waits,
/// so memory does not grow with the number of inputs.
///
///     let pipeline = OrderedPipeline(paths, jobs: 4) { path in parse(path) }
///     pipeline.run { index, output in print(index, output) }
public final class OrderedPipeline<Input: Sendable, Output: Sendable>: Sendable {
  private let inputs: [Input]
  private let jobs: Int
  private let work: @Sendable (Input) -> Output

  private let state = Mutex(State())
  private let capacity = DispatchSemaphore(value: 0)
  private let arrival = DispatchSemaphore(value: 0)

  private struct State {
    var next = 0
    var isCancelled = false
    var waiting: [Int: Output] = [:]
  }

  /// Creates a pipeline that applies a function to each input on several threads when it runs.
  ///
  /// - Parameters:
  ///   - inputs: in the order of the outputs.
  ///   - jobs: the number of threads, at least 1.
  ///   - mostWaiting: the maximum number of outputs that wait for the caller; `4 * jobs` by default. More are needed if
  ///     the caller takes many outputs quickly and then works for a long time.
  ///   - work: computes an output; called concurrently.
  public init(
    _ inputs: [Input], jobs: Int, mostWaiting: Int? = nil,
    work: @escaping @Sendable (Input) -> Output
  ) {
    self.inputs = inputs
    self.jobs = max(jobs, 1)
    self.work = work
    // Signaled, not passed as initial value: a semaphore must not be freed below its initial value, which an error
    // would cause.
    for _ in 0..<max(mostWaiting ?? self.jobs * 4, 1) { capacity.signal() }
  }

  /// Runs the pipeline, and passes each output to the caller's function in the order of the inputs.
  ///
  /// If `take` throws, the work ends. Call `run` once per pipeline, because a second call never returns.
  public func run<Problem: Error>(
    _ take: (_ index: Int, Output) throws(Problem) -> Void
  ) throws(Problem) {
    let workers = DispatchGroup()
    for _ in 0..<min(jobs, inputs.count) {
      DispatchQueue.global().async(group: workers) { self.workUntilDone() }
    }
    defer {
      cancel()
      workers.wait()
    }
    for index in inputs.indices {
      let output = waitForOutput(index)
      capacity.signal()
      try take(index, output)
    }
  }

  private func workUntilDone() {
    while true {
      capacity.wait()
      guard let index = takeIndex() else {
        capacity.signal()
        return
      }
      busyWorkers.add(1, ordering: .relaxed)
      let output = work(inputs[index])
      busyWorkers.subtract(1, ordering: .relaxed)
      state.withLock { $0.waiting[index] = output }
      arrival.signal()
    }
  }

  private func takeIndex() -> Int? {
    state.withLock { state in
      guard !state.isCancelled, state.next < inputs.count else { return nil }
      defer { state.next += 1 }
      return state.next
    }
  }

  private func waitForOutput(_ index: Int) -> Output {
    while true {
      if let output = state.withLock({ $0.waiting.removeValue(forKey: index) }) { return output }
      arrival.wait()
    }
  }

  private func cancel() {
    state.withLock { $0.isCancelled = true }
    for _ in 0..<jobs { capacity.signal() }
  }
}

/// The number of threads that compute outputs of pipelines now.
private let busyWorkers = Atomic(0)

/// Whether pipelines use fewer cores than there are, so that one more thread would have its own.
public func hasIdleCore(of cores: Int) -> Bool { busyWorkers.load(ordering: .relaxed) < cores }

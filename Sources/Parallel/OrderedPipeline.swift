internal import Dispatch
internal import Synchronization

/// Works on several inputs at once, and hands out the outputs in the order of the inputs.
///
/// Whoever takes the outputs does so on its own thread, while the next ones are being made. No more than
/// a few outputs wait at any time, so memory does not grow with the number of inputs.
public final class OrderedPipeline<Input: Sendable, Output: Sendable>: Sendable {
  private let inputs: [Input]
  private let jobs: Int
  private let work: @Sendable (Input) -> Output

  private let state = Mutex(State())
  private let room = DispatchSemaphore(value: 0)
  private let arrival = DispatchSemaphore(value: 0)

  private struct State {
    var next = 0
    var isCancelled = false
    var waiting: [Int: Output] = [:]
  }

  /// Prepares the work.
  ///
  /// - Parameters:
  ///   - inputs: in the order of the outputs.
  ///   - jobs: how many to work on at once, at least 1.
  ///   - work: makes an output; called on several threads.
  public init(_ inputs: [Input], jobs: Int, work: @escaping @Sendable (Input) -> Output) {
    self.inputs = inputs
    self.jobs = max(jobs, 1)
    self.work = work
    // Not as its first value: a semaphore must not be freed below that, as an error would leave it.
    for _ in 0..<self.jobs * 4 { room.signal() }
  }

  /// Does the work, and hands out each output when its turn has come; an error ends the work.
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
      room.signal()
      try take(index, output)
    }
  }

  private func workUntilDone() {
    while true {
      room.wait()
      guard let index = takeIndex() else {
        room.signal()
        return
      }
      let output = work(inputs[index])
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
    for _ in 0..<jobs { room.signal() }
  }
}

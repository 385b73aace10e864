internal import Dispatch
internal import Synchronization

/// An output that another thread computes ahead of time, or the caller if no thread has begun when it needs the output.
///
/// A caller therefore never waits for work that has not begun, however busy the cores are with other work.
///
///     let rows = Ahead { parse(block) }
///     let next = read()
///     use(rows.output())
public final class Ahead<Output: Sendable>: Sendable {
  private enum State {
    case waiting(@Sendable () -> Output)
    case begun
    case done(Output)
  }

  private let state: Mutex<State>
  private let arrival = DispatchSemaphore(value: 0)

  /// Lets another thread compute the output as soon as one is free.
  public init(_ work: @escaping @Sendable () -> Output) {
    state = Mutex(.waiting(work))
    DispatchQueue.global().async { self.work() }
  }

  /// Computes the output on this thread, unless a thread has begun.
  public func work() {
    guard let work = claim() else { return }
    let output = work()
    state.withLock { $0 = .done(output) }
    arrival.signal()
  }

  /// The work, for the first caller; its inputs are freed when that caller is done, not when a thread is free.
  private func claim() -> (@Sendable () -> Output)? {
    state.withLock { state in
      guard case .waiting(let work) = state else { return nil }
      state = .begun
      return work
    }
  }

  /// Whether `output` does not wait.
  public var isDone: Bool {
    state.withLock { if case .done = $0 { true } else { false } }
  }

  /// The output; call this once.
  ///
  /// It is not kept: the queue may hold this object until a thread is free.
  public func output() -> Output {
    work()
    arrival.wait()
    return state.withLock { state in
      guard case .done(let output) = state else {
        preconditionFailure("the thread that began the work has signaled its end")
      }
      state = .begun
      return output
    }
  }
}

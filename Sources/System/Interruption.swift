#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif
internal import Synchronization

/// Whether the user or the system asked this process to end.
///
/// Everything that waits asks for it at least ten times per second.
package enum Interruption {
  /// All signals that end a process by default and can be caught, except those of its own faults.
  static let signals: [Int32] = {
    let common = [
      SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGPIPE, SIGABRT, SIGALRM, SIGUSR1, SIGUSR2, SIGXCPU,
      SIGVTALRM, SIGPROF,
    ]
    #if canImport(Darwin)
      return common
    #else
      return common + [SIGIO, SIGPWR, SIGSTKFLT]
        + Array(__libc_current_sigrtmin()...__libc_current_sigrtmax())
    #endif
  }()

  private static let flag = Atomic(false)

  package static var isRequested: Bool { flag.load(ordering: .relaxed) }

  private static let memory = Atomic(false)

  /// Whether a signal asked for it at any time: then nothing waits any more for a reader of messages.
  static var wasRequested: Bool { memory.load(ordering: .relaxed) }

  private static func request() {
    flag.store(true, ordering: .relaxed)
    memory.store(true, ordering: .relaxed)
  }

  private typealias Action = @convention(c) (Int32) -> Void

  /// Lets signals set the flag while `body` runs, instead of ending the process.
  package static func caught<Value, Fault: Error>(
    during body: () throws(Fault) -> Value
  ) throws(Fault) -> Value {
    flag.store(false, ordering: .relaxed)
    // The process that started this one may have blocked them.
    var wanted = sigset_t()
    var blocked = sigset_t()
    sigemptyset(&wanted)
    for signal in signals { sigaddset(&wanted, signal) }
    pthread_sigmask(SIG_UNBLOCK, &wanted, &blocked)
    defer { pthread_sigmask(SIG_SETMASK, &blocked, nil) }
    // As numbers: an iterator would take the address 1 of SIG_IGN for the end of the list.
    let before = signals.map {
      unsafeBitCast(signal($0) { _ in Interruption.request() }, to: Int.self)
    }
    defer {
      for (name, action) in zip(signals, before) {
        signal(name, unsafeBitCast(action, to: Action?.self))
      }
      flag.store(false, ordering: .relaxed)
    }
    return try body()
  }

  /// Waits, unless it is interrupted.
  package static func sleep(seconds: Double) {
    let end = ContinuousClock.now + .seconds(seconds)
    while !isRequested, ContinuousClock.now < end { usleep(10_000) }
  }
}

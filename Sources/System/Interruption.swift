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

  /// The signal that came last; 0 for none.
  private static let last = Atomic<Int32>(0)

  private static func request(by signal: Int32) {
    last.store(signal, ordering: .relaxed)
    flag.store(true, ordering: .relaxed)
    memory.store(true, ordering: .relaxed)
  }

  private static let isCatching = Atomic(false)

  /// Lets signals set the flag while `body` runs, instead of ending the process.
  ///
  /// Within another call, and beside one on another thread, it changes nothing.
  package static func caught<Value, Fault: Error>(
    during body: () throws(Fault) -> Value
  ) throws(Fault) -> Value {
    guard !isCatching.exchange(true, ordering: .sequentiallyConsistent) else { return try body() }
    defer { isCatching.store(false, ordering: .sequentiallyConsistent) }
    flag.store(false, ordering: .relaxed)
    last.store(0, ordering: .relaxed)
    // The process that started this one may have blocked them.
    var wanted = sigset_t()
    var blocked = sigset_t()
    sigemptyset(&wanted)
    for signal in signals { sigaddset(&wanted, signal) }
    pthread_sigmask(SIG_UNBLOCK, &wanted, &blocked)
    defer { pthread_sigmask(SIG_SETMASK, &blocked, nil) }
    let before = signals.map { signal($0) { Interruption.request(by: $0) } }
    defer {
      for (name, action) in zip(signals, before) { _ = signal(name, action) }
      flag.store(false, ordering: .relaxed)
    }
    return try body()
  }

  /// Lets `body` finish before a signal ends the process: what waits in it returns early, and the signal acts when it is
  /// done.
  package static func delayed<Value, Fault: Error>(
    during body: () throws(Fault) -> Value
  ) throws(Fault) -> Value {
    defer {
      let signal = last.exchange(0, ordering: .relaxed)
      if signal != 0 { raise(signal) }
    }
    return try caught(during: body)
  }

  /// Waits, unless it is interrupted.
  package static func sleep(seconds: Double) {
    let end = ContinuousClock.now + .seconds(seconds)
    while !isRequested, ContinuousClock.now < end { usleep(10_000) }
  }
}

#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

extension Platform {
  package enum Ending {
    /// The program exited with 0 and wrote this to standard output.
    case said(String)
    /// The program could not be started, or exited with another code.
    case failed
    /// The program wrote nothing until the timeout and was killed.
    case silent
    /// A signal asked this process to end, and the program was killed.
    case interrupted
  }

  /// Runs a program and waits for its end.
  ///
  /// Standard input is empty and standard error is discarded.
  ///
  ///     Platform.run(["git", "--version"], environment: variables, patience: 10)
  ///
  /// - Parameters:
  ///   - words: the program, which is looked up in `PATH`, and its arguments.
  ///   - environment: all variables of the program; it inherits none.
  ///   - seconds: how long it may write nothing, 1 or more.
  /// - Returns: how it ended.
  package static func run(
    _ words: [String], environment: [String: String], patience seconds: Int
  ) -> Ending {
    // A signal between the start of the program and its note would leave it running.
    var all = sigset_t()
    var mask = sigset_t()
    sigfillset(&all)
    pthread_sigmask(SIG_SETMASK, &all, &mask)
    let started = start(words, environment, blocking: &mask)
    let place = started.flatMap { SuddenEnd.started($0.program) }
    pthread_sigmask(SIG_SETMASK, &mask, nil)
    guard let (program, output) = started else { return .failed }
    defer { close(output) }
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 1 << 14)
    while true {
      if let ending = waiting(for: output, patience: seconds) {
        // A program may block gentler signals. It is not waited for, because a hung program may not end either.
        kill(program, SIGKILL)
        SuddenEnd.ended(place)
        return ending
      }
      let count = read(output, &piece, piece.count)
      if count < 0, errno == EINTR { continue }
      if count <= 0 { break }
      bytes += piece[..<count]
    }
    SuddenEnd.ended(place)
    return exitedWithZero(program) ? .said(String(decoding: bytes, as: UTF8.self)) : .failed
  }

  /// The environment variables of this process for programs that it starts: all but those with the store's password.
  package static var environment: [String: String] {
    var variables: [String: String] = [:]
    var next = environ
    while let text = next.pointee {
      let parts = String(cString: text).split(
        separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      if parts.count == 2 { variables[String(parts[0])] = String(parts[1]) }
      next += 1
    }
    for name in ["HITCHMARK_STORE_PASSWORD", "HITCHMARK_STORE_PASSWORD_FILE"] {
      variables[name] = nil
    }
    return variables
  }

  /// Starts a program; `nil` if that fails.
  private static func start(
    _ words: [String], _ environment: [String: String], blocking mask: inout sigset_t
  ) -> (program: pid_t, output: Int32)? {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return nil }
    // No other program inherits the pipe, or its end would never be seen.
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
      var attributes: posix_spawnattr_t?
    #else
      var actions = posix_spawn_file_actions_t()
      var attributes = posix_spawnattr_t()
    #endif
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    posix_spawnattr_setsigmask(&attributes, &mask)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO)
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
    var arguments = words.map { strdup($0) } + [nil]
    var variables = environment.map { strdup("\($0)=\($1)") } + [nil]
    defer { for text in arguments + variables { free(text) } }
    var program = pid_t()
    let failure = posix_spawnp(
      &program, words[0], &actions, &attributes, &arguments, &variables)
    close(ends[1])
    if failure == 0 { return (program, ends[0]) }
    close(ends[0])
    return nil
  }

  private static func exitedWithZero(_ program: pid_t) -> Bool {
    var status: Int32 = 0
    while waitpid(program, &status, 0) < 0 {
      guard errno == EINTR else { return false }
    }
    return status == 0
  }

  /// Waits until there is something to read on a stream, or its end.
  ///
  /// - Returns: why the wait ended before; `nil` if it did not.
  private static func waiting(for descriptor: Int32, patience seconds: Int) -> Ending? {
    var waited = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    // In short pieces: if both processes were stopped and continued, only one of them is lost.
    for _ in 0..<(min(max(seconds, 1), 86_400) * 10) {
      let ready = poll(&waited, 1, 100)
      if ready > 0 || (ready < 0 && errno != EINTR) { return nil }
      if Interruption.isRequested { return .interrupted }
    }
    return .silent
  }
}

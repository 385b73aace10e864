#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// A program that runs in a process group of its own, with both output streams connected to this process.
///
///     let child = try ChildProcess(["make", "bench"], environment: variables)
///     while child.ending == nil { child.read(within: 100) { bytes, stream in … } }
///     child.endGroup()
///
/// Standard input is empty. Signals of the terminal do not reach the program.
package final class ChildProcess {
  package enum Stream: Int, CaseIterable {
    case output, errors
  }

  package enum Ending: Equatable {
    case exited(Int32)
    case signaled(Int32)
  }

  /// Why a program could not be started.
  package struct StartFault: Error {
    package let reason: String
  }

  package let id: Int32
  /// How it ended; `nil` as long as it runs.
  package private(set) var ending: Ending?
  /// The CPU time of the program and of the children that it waited for, in seconds, once it ended.
  package private(set) var cpuTime = 0.0
  /// The read ends of the pipes, by stream; −1 after their end.
  private var pipes: [Int32]

  package init(_ words: [String], environment: [String: String]) throws(StartFault) {
    var ends: [[Int32]] = []
    defer { for end in ends { close(end[1]) } }
    for _ in Stream.allCases {
      var pair: [Int32] = [-1, -1]
      guard pipe(&pair) == 0 else {
        for end in ends { close(end[0]) }
        throw StartFault(reason: Platform.lastError)
      }
      // No other program inherits a pipe, or its end would never be seen.
      for end in pair { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
      _ = fcntl(pair[0], F_SETFL, O_NONBLOCK)
      ends.append(pair)
    }
    pipes = ends.map { $0[0] }
    var program = pid_t()
    let failure = Self.spawn(
      &program, words, environment, output: ends[0][1], errors: ends[1][1])
    id = program
    guard failure == 0 else {
      for pipe in pipes { close(pipe) }
      throw StartFault(reason: SystemFault(failure).message.lowercased())
    }
  }

  deinit {
    for pipe in pipes where pipe >= 0 { close(pipe) }
  }

  private static func spawn(
    _ program: inout pid_t, _ words: [String], _ environment: [String: String], output: Int32,
    errors: Int32
  ) -> Int32 {
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
      var attributes: posix_spawnattr_t?
    #else
      var actions = posix_spawn_file_actions_t()
      var attributes = posix_spawnattr_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    posix_spawnattr_init(&attributes)
    defer {
      posix_spawn_file_actions_destroy(&actions)
      posix_spawnattr_destroy(&attributes)
    }
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
    posix_spawn_file_actions_adddup2(&actions, errors, STDERR_FILENO)
    // A group of its own, and the default action of all signals that this process handles, ignores or blocks.
    var signals = sigset_t()
    sigemptyset(&signals)
    for signal in Interruption.signals + [SIGXFSZ] { sigaddset(&signals, signal) }
    posix_spawnattr_setsigdefault(&attributes, &signals)
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setpgroup(&attributes, 0)
    posix_spawnattr_setflags(
      &attributes,
      Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))
    var arguments = words.map { strdup($0) } + [nil]
    var variables = environment.map { strdup("\($0)=\($1)") } + [nil]
    defer { for text in arguments + variables { free(text) } }
    return posix_spawnp(&program, words[0], &actions, &attributes, &arguments, &variables)
  }

  /// Waits up to some milliseconds for output or the end of the program, and reads what is there.
  package func read(within milliseconds: Int32, take: (ArraySlice<UInt8>, Stream) -> Void) {
    var waited = Stream.allCases.filter { pipes[$0.rawValue] >= 0 }.map {
      (stream: $0, poll: pollfd(fd: pipes[$0.rawValue], events: Int16(POLLIN), revents: 0))
    }
    var polls = waited.map(\.poll)
    // Without pipes, the end of the program does not wake this process.
    _ = poll(&polls, nfds_t(polls.count), polls.isEmpty ? min(milliseconds, 5) : milliseconds)
    for index in waited.indices { waited[index].poll = polls[index] }
    var piece = [UInt8](repeating: 0, count: 1 << 16)
    for (stream, poll) in waited where poll.revents != 0 {
      let count = readPipe(poll.fd, &piece, piece.count)
      if count > 0 { take(piece[..<count], stream) }
      guard count == 0 || (count < 0 && errno != EAGAIN && errno != EINTR) else { continue }
      close(poll.fd)
      pipes[stream.rawValue] = -1
    }
    check()
  }

  /// Reads what is in the pipes already; programs that outlived this one may hold them open.
  package func readRest(take: (ArraySlice<UInt8>, Stream) -> Void) {
    var hasMore = true
    // A program that writes without end must not keep this one here.
    for _ in 0..<64 where hasMore {
      hasMore = false
      read(within: 0) { bytes, stream in
        hasMore = true
        take(bytes, stream)
      }
    }
  }

  private func check() {
    guard ending == nil else { return }
    var status: Int32 = 0
    var usage = rusage()
    guard wait4(id, &status, WNOHANG, &usage) == id else { return }
    cpuTime = [usage.ru_utime, usage.ru_stime].reduce(0) {
      $0 + Double($1.tv_sec) + Double($1.tv_usec) / 1e6
    }
    let signal = status & 0x7F
    ending = signal == 0 ? .exited((status >> 8) & 0xFF) : .signaled(signal)
  }

  /// Ends all processes of the group: first with SIGTERM, and after some time with SIGKILL.
  ///
  /// - Parameter patience: how long they may take, in milliseconds.
  /// - Returns: whether any was there.
  @discardableResult
  package func endGroup(patience: Int, take: (ArraySlice<UInt8>, Stream) -> Void) -> Bool {
    guard isGroupRunning, kill(-id, SIGTERM) == 0 else { return false }
    var waited = 0
    while waited < patience, isGroupRunning {
      read(within: 10, take: take)
      if ending != nil { usleep(5000) }
      waited += 10
    }
    kill(-id, SIGKILL)
    while ending == nil { read(within: 10, take: take) }
    return true
  }

  /// Whether the group has a process.
  ///
  /// A process of the group that was adopted (`Platform.adoptOrphans`) and has ended counts until this one waits for it.
  private var isGroupRunning: Bool {
    // `check` waits for the program itself.
    if ending != nil { while waitpid(-id, nil, WNOHANG) > 0 {} }
    return kill(-id, 0) == 0
  }
}

private func readPipe(_ pipe: Int32, _ bytes: UnsafeMutableRawPointer, _ count: Int) -> Int {
  read(pipe, bytes, count)
}

/// The folders below which this process may read, if another one that answers strangers started it.
///
/// Outside of them, files and folders do not exist for it, wherever links and `..` lead. It writes no files for its
/// user and starts no program but Git, which has a configuration of its own.
///
///     child = try ChildProcess(words, environment: variables.merging(Confinement.to(["/captures"])) { $1 })
package enum Confinement {
  private static let variable = "HITCHMARK_CONFINED"

  /// Paths without links; `nil` without limits.
  private static let folders = Platform.environment(variable)?.split(separator: "\n")
    .map(String.init)

  package static var isOn: Bool { folders != nil }

  /// The environment that confines a program to folders.
  ///
  /// - Parameter folders: paths without links and line breaks.
  package static func to(_ folders: [String]) -> [String: String] {
    [variable: folders.joined(separator: "\n")]
  }

  /// Whether this process may read what is at a path; `true` without limits.
  ///
  /// A path that leads nowhere may not be read.
  static func allows(_ path: String) -> Bool {
    guard let folders else { return true }
    guard let resolved = Platform.realPath(path) else { return false }
    return folders.contains { resolved == $0 || $0 == "/" || resolved.hasPrefix("\($0)/") }
  }
}

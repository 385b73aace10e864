#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif
internal import Synchronization

/// A program that runs in a process group of its own, with both output streams connected to this process.
///
///     let child = try ChildProcess(["make", "bench"], environment: variables)
///     while child.ending == nil { child.read(within: 100) { bytes, stream in … } }
///     child.endGroup()
///
/// Standard input is empty. Signals of the terminal do not reach the program.
final class ChildProcess {
  enum Stream: Int, CaseIterable {
    case output, errors
  }

  enum Ending: Equatable {
    case exited(Int32)
    case signaled(Int32)
  }

  /// Why a program could not be started.
  struct StartFault: Error {
    let reason: String
  }

  let id: pid_t
  /// How it ended; `nil` as long as it runs.
  private(set) var ending: Ending?
  /// The CPU time of the program and of the children that it waited for, in seconds, once it ended.
  private(set) var cpuTime = 0.0
  /// The read ends of the pipes, by stream; −1 after their end.
  private var pipes: [Int32]

  init(_ words: [String], environment: [String: String]) throws(StartFault) {
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
      throw StartFault(reason: String(cString: strerror(failure)).lowercased())
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
    for signal in Interruption.signals + [SIGXFSZ, SIGPIPE] { sigaddset(&signals, signal) }
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
  func read(within milliseconds: Int32, take: (ArraySlice<UInt8>, Stream) -> Void) {
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
  func readRest(take: (ArraySlice<UInt8>, Stream) -> Void) {
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
  func endGroup(patience: Int, take: (ArraySlice<UInt8>, Stream) -> Void) -> Bool {
    guard kill(-id, SIGTERM) == 0 else { return false }
    var waited = 0
    while waited < patience, kill(-id, 0) == 0 {
      read(within: 10, take: take)
      if ending != nil { usleep(5000) }
      waited += 10
    }
    kill(-id, SIGKILL)
    while ending == nil { read(within: 10, take: take) }
    return true
  }
}

private func writePipe(_ file: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  write(file, bytes, count)
}

private func readPipe(_ pipe: Int32, _ bytes: UnsafeMutableRawPointer, _ count: Int) -> Int {
  read(pipe, bytes, count)
}

/// Whether the user or the system asked this process to end.
enum Interruption {
  static let signals = [SIGINT, SIGTERM, SIGHUP]
  private static let flag = Atomic(false)

  static var isRequested: Bool { flag.load(ordering: .relaxed) }

  /// Lets signals set the flag while `body` runs, instead of ending the process.
  static func caught<Value, Fault: Error>(
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
    let before = signals.map {
      signal($0) { _ in Interruption.flag.store(true, ordering: .relaxed) }
    }
    defer { for (name, action) in zip(signals, before) { _ = signal(name, action) } }
    return try body()
  }

  /// Waits, unless it is interrupted.
  static func sleep(seconds: Double) {
    let end = ContinuousClock.now + .seconds(seconds)
    while !isRequested, ContinuousClock.now < end { usleep(10_000) }
  }
}

extension Platform {
  /// Holds a file locked until the process ends; `nil` if another process has it locked, or it cannot be created.
  static func lock(_ path: String) -> Int32? {
    let descriptor = open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { return nil }
    if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return descriptor }
    close(descriptor)
    return nil
  }

  /// Adds bytes to the end of a file, which is created if there is none.
  ///
  /// - Returns: why it failed, or `nil`.
  static func append(_ bytes: ArraySlice<UInt8>, to path: String) -> String? {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_APPEND | O_NOFOLLOW | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { return lastError }
    defer { close(descriptor) }
    var rest = bytes
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { writePipe(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      if count < 0 { return lastError }
      rest = rest.dropFirst(count)
    }
    return nil
  }

  /// Releases a lock.
  static func unlock(_ descriptor: Int32) { close(descriptor) }

  /// Renames a file or folder on the same file system.
  ///
  /// - Returns: why it failed, or `nil`.
  static func move(_ path: String, to target: String) -> String? {
    rename(path, target) == 0 ? nil : lastError
  }

  /// The names in a folder, sorted; empty if it cannot be read.
  static func names(in folder: String) -> [String] {
    guard let stream = opendir(folder) else { return [] }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: Int(NAME_MAX)) { String(cString: $0) }
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names.sorted()
  }

  /// Removes a file, or a folder with all that is in it; links are removed and not followed.
  static func removeAll(_ path: String) {
    if !isLink(path), kind(of: path) == .folder {
      for name in names(in: path) { removeAll("\(path)/\(name)") }
      _ = removeEmptyFolder(path)
    } else {
      unlink(path)
    }
  }

  /// The time of day in UTC, such as `2026-11-20T09:30:00Z`.
  static var now: String {
    var seconds = time(nil)
    var parts = tm()
    gmtime_r(&seconds, &parts)
    let two = { (number: Int32) in number < 10 ? "0\(number)" : "\(number)" }
    return "\(parts.tm_year + 1900)-\(two(parts.tm_mon + 1))-\(two(parts.tm_mday))"
      + "T\(two(parts.tm_hour)):\(two(parts.tm_min)):\(two(parts.tm_sec))Z"
  }

  /// Nanoseconds of the monotonic clock, as most tracers use it.
  static var monotonicTime: Int64 {
    var now = timespec()
    clock_gettime(CLOCK_MONOTONIC, &now)
    return Int64(now.tv_sec) * 1_000_000_000 + Int64(now.tv_nsec)
  }

  /// CPU time that this process used, in seconds.
  static var ownCPUTime: Double {
    var now = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now)
    return Double(now.tv_sec) + Double(now.tv_nsec) / 1e9
  }

  /// The average number of processes that wanted to run in the last minute; `nil` if it is unknown.
  static var load: Double? {
    var averages = [0.0]
    return getloadavg(&averages, 1) == 1 ? averages[0] : nil
  }
}

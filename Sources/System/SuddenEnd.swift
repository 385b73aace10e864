#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif
internal import Synchronization

/// What this process still does when a signal ends it: it removes its temporary files, ends `git`, and says what it kept.
///
///     SuddenEnd.prepare()                                    // once, in main
///     let place = SuddenEnd.willCreate("report.md.1f.part")  // before the file is created
///     SuddenEnd.forget(place)                                // after it was renamed or removed
///     SuddenEnd.words("128 runs were added")
///
/// A signal handler may neither allocate memory nor wait for a lock, so all it needs is in plain memory.
package enum SuddenEnd {
  /// Lets every signal that ends a process remove temporary files first; signals that are ignored stay ignored.
  package static func prepare() {
    // A handler must not be the first to use them.
    _ = (entries, programs, buffers)
    let ignored = unsafeBitCast(SIG_IGN, to: Int.self)
    var signals = sigset_t()
    sigemptyset(&signals)
    for number in Interruption.signals {
      let before = signal(number) { SuddenEnd.end(by: $0) }
      if unsafeBitCast(before, to: Int.self) == ignored { signal(number, SIG_IGN) }
      sigaddset(&signals, number)
    }
    // The process that started this one may have blocked them.
    pthread_sigmask(SIG_UNBLOCK, &signals, nil)
  }

  private static func end(by number: Int32) {
    endPrograms()
    removeFiles()
    sayWords()
    signal(number, SIG_DFL)
    // It acts when the handler returns.
    raise(number)
  }

  // MARK: - Files

  /// How many files and folders can be known at a time; more are not removed.
  private static let most = 64

  /// Paths of temporary files and folders, each followed by the names in the folder and an empty name, all ending with a
  /// zero byte; `nil` is free.
  nonisolated(unsafe) private static let entries = {
    let entries = UnsafeMutablePointer<Atomic<UnsafeMutablePointer<CChar>?>>.allocate(
      capacity: most)
    for index in 0..<most { (entries + index).initialize(to: Atomic(nil)) }
    return entries
  }()

  /// Whether a handler may read entries: from then on, none is freed.
  private static let isEnding = Atomic(false)

  /// Notes a file or a folder that is about to be created.
  ///
  /// - Parameter names: what a folder may contain.
  /// - Returns: its place in the list, or `nil` if the list is full.
  static func willCreate(_ path: String, with names: [String] = []) -> Int? {
    let text: [CChar] = ([path] + names).reduce(into: []) { $0 += Array($1.utf8CString) } + [0]
    let entry = UnsafeMutablePointer<CChar>.allocate(capacity: text.count)
    entry.initialize(from: text, count: text.count)
    for index in 0..<most {
      let (isTaken, _) = entries[index].compareExchange(
        expected: nil, desired: entry, ordering: .sequentiallyConsistent)
      if isTaken { return index }
    }
    entry.deallocate()
    return nil
  }

  static func forget(_ place: Int?) {
    guard let place,
      let entry = entries[place].exchange(nil, ordering: .sequentiallyConsistent)
    else { return }
    // A handler that saw the entry has set this before.
    if !isEnding.load(ordering: .sequentiallyConsistent) { entry.deallocate() }
  }

  /// Removes all that is known; safe in a signal handler.
  static func removeFiles() {
    isEnding.store(true, ordering: .sequentiallyConsistent)
    for index in 0..<most {
      guard let path = entries[index].load(ordering: .sequentiallyConsistent),
        unlink(path) != 0
      else { continue }
      let folder = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
      guard folder >= 0 else { continue }
      var name = path + strlen(path) + 1
      while name.pointee != 0 {
        unlinkat(folder, name, 0)
        name += strlen(name) + 1
      }
      close(folder)
      rmdir(path)
    }
  }

  // MARK: - Programs

  /// The ids of programs; 0 is free.
  nonisolated(unsafe) private static let programs = {
    let programs = UnsafeMutablePointer<Atomic<pid_t>>.allocate(capacity: most)
    for index in 0..<most { (programs + index).initialize(to: Atomic(0)) }
    return programs
  }()

  /// Notes a program that must not outlive this process.
  ///
  /// - Returns: its place in the list, or `nil` if the list is full.
  static func started(_ program: pid_t) -> Int? {
    (0..<most).first { index in
      programs[index].compareExchange(expected: 0, desired: program, ordering: .relaxed).exchanged
    }
  }

  /// To be called before the program is waited for, because its id is given to another one then.
  static func ended(_ place: Int?) {
    if let place { programs[place].store(0, ordering: .relaxed) }
  }

  private static func endPrograms() {
    for index in 0..<most {
      let program = programs[index].load(ordering: .relaxed)
      if program != 0 { kill(program, SIGKILL) }
    }
  }

  // MARK: - Words

  /// The most bytes of a message: a pipe takes so many without a wait.
  private static let mostBytes = 512

  /// Two buffers, so that a handler reads one while the other one is written.
  nonisolated(unsafe) private static let buffers = UnsafeMutablePointer<UInt8>.allocate(
    capacity: 2 * mostBytes)

  /// Twice the length of the message, plus the number of its buffer.
  private static let spoken = Atomic(0)

  /// Sets the message that a sudden end writes to standard error; an empty one is not written.
  package static func words(_ text: String) {
    let bytes = text.utf8.prefix(mostBytes)
    let other = 1 - spoken.load(ordering: .relaxed) % 2
    for (index, byte) in bytes.enumerated() { buffers[other * mostBytes + index] = byte }
    spoken.store(2 * bytes.count + other, ordering: .releasing)
  }

  private static func sayWords() {
    let state = spoken.load(ordering: .acquiring)
    var stream = pollfd(fd: STDERR_FILENO, events: Int16(POLLOUT), revents: 0)
    // If nobody reads it, the end must not wait.
    guard state > 1, poll(&stream, 1, 0) == 1, stream.revents & Int16(POLLOUT) != 0 else { return }
    _ = writeBytes(STDERR_FILENO, buffers + state % 2 * mostBytes, state / 2)
  }
}

private func writeBytes(_ descriptor: Int32, _ start: UnsafeRawPointer, _ count: Int) -> Int {
  write(descriptor, start, count)
}

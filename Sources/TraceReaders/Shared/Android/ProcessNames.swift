internal import Decoding

/// The names of processes and threads in a trace.
struct ProcessNames {
  /// The maximum number of processes, and of threads, whose names are stored; a device has a few thousand of each.
  ///
  /// Processes and threads beyond this limit have no name.
  private static let limit = 1 << 16

  private var names: [Int64: String] = [:]
  private var threads: [Int64: (process: Int64, name: String)] = [:]

  /// Whether the trace contains no name of a process and no name of a thread.
  var isEmpty: Bool { names.isEmpty && threads.isEmpty }

  /// The command of a process; `nil` if it is unknown.
  func name(of process: Int64) -> String? { names[process] }

  /// The process of a thread, with the id of the thread if the thread is the main thread; `nil` if the process is
  /// unknown.
  func process(of thread: Int64) -> Int64? {
    threads[thread]?.process ?? (names[thread] == nil ? nil : thread)
  }

  /// The name of a thread, `main` for the main thread of a process; `nil` if it is unknown.
  func threadName(of thread: Int64) -> String? {
    if names[thread] != nil || threads[thread]?.process == thread { return "main" }
    return threads[thread].flatMap { $0.name.isEmpty ? nil : $0.name }
  }

  /// Reads the names in a `ProcessTree` message of a Perfetto trace.
  mutating func take(_ message: WireBytes) {
    var tree = WireCursor(message)
    while case let tag = tree.tag(), tag != 0 {
      switch tag {
      case 10: takeProcess(tree.bytes())
      case 18: takeThread(tree.bytes())
      default: tree.skip(tag)
      }
    }
  }

  /// Adds the name of a thread, and its process, from a line of text.
  ///
  /// If several lines contain the process and the name of a thread, the first line counts. The kernel writes `<...>`
  /// for a name that it has forgotten.
  ///
  /// - Parameter process: the id of the thread's process; `nil` if the line does not contain it.
  mutating func note(thread: Int64, process: Int64?, name: Field) {
    guard let process, threads[thread]?.name.isEmpty ?? (threads.count < Self.limit) else { return }
    let text = name.isExactly("<...>") ? "" : harmless(name.text, limit: 100)
    threads[thread] = (process, text)
    if thread == process, names[process] == nil, !text.isEmpty { names[process] = text }
  }

  /// Adds the full name of a process, which replaces the one that the kernel shortens.
  mutating func note(process: Int64, name: Field) {
    guard names.count < Self.limit || names[process] != nil else { return }
    names[process] = harmless(name.text, limit: 200)
  }

  private mutating func takeProcess(_ message: WireBytes) {
    var process = WireCursor(message)
    var (id, command): (Int64, WireBytes?) = (0, nil)
    while case let tag = process.tag(), tag != 0 {
      switch tag {
      case 8: id = process.signed()
      case 26 where command == nil: command = process.bytes()
      default: process.skip(tag)
      }
    }
    guard let command, names.count < Self.limit else { return }
    names[id] = harmless(command.text, limit: 200)
  }

  private mutating func takeThread(_ message: WireBytes) {
    var thread = WireCursor(message)
    var (id, process): (Int64, Int64) = (0, 0)
    var name: WireBytes?
    while case let tag = thread.tag(), tag != 0 {
      switch tag {
      case 8: id = thread.signed()
      case 24: process = thread.signed()
      case 18: name = thread.bytes()
      default: thread.skip(tag)
      }
    }
    guard threads.count < Self.limit || threads[id] != nil else { return }
    threads[id] = (process, harmless(name?.text ?? "", limit: 100))
  }
}

/// Maps thread ids to consecutive numbers from 0, for use as array indices.
struct ThreadTable {
  /// The maximum number of threads in the table; a device has a few thousand threads.
  static let limit = 1 << 13

  /// The maximum number of hash table slots probed per thread id, so that hostile ids cannot make the search slow.
  private static let longestSearch = 64

  private static let shift: UInt64 = 64 - 16
  private static let none: Int64 = .min

  private var ids: [Int64]
  private var numbers: [Int32]

  /// The thread ids in the order of their assigned numbers.
  private(set) var all: [Int64] = []

  init() {
    ids = Array(repeating: Self.none, count: 1 << 16)
    numbers = Array(repeating: 0, count: 1 << 16)
  }

  /// The number of a thread id in this table, which is assigned when the id is first looked up.
  ///
  /// - Returns: a number from 0; `nil` if the table has too many threads.
  @inline(__always)
  mutating func number(of id: Int64) -> Int? {
    guard id != Self.none else { return nil }
    // Fibonacci hashing: multiplication by 2⁶⁴ / φ spreads consecutive ids (Knuth, volume 3, 6.4).
    var place = Int((UInt64(bitPattern: id) &* 0x9E37_79B9_7F4A_7C15) >> Self.shift)
    for _ in 0..<Self.longestSearch {
      if ids[place] == id { return Int(numbers[place]) }
      if ids[place] == Self.none { return add(id, at: place) }
      place = (place + 1) & (ids.count - 1)
    }
    return nil
  }

  @inline(never)
  private mutating func add(_ id: Int64, at place: Int) -> Int? {
    guard all.count < Self.limit else { return nil }
    ids[place] = id
    numbers[place] = Int32(all.count)
    all.append(id)
    return all.count - 1
  }
}

internal import Decoding

/// Which processes and threads there are, as far as the trace tells.
struct ProcessNames {
  /// Processes and threads, at most; a device has some thousands.
  ///
  /// Later ones stay without a name.
  private static let limit = 1 << 16

  private var names: [Int64: String] = [:]
  private var threads: [Int64: (process: Int64, name: String)] = [:]

  /// Whether nothing is known of any process.
  var isEmpty: Bool { names.isEmpty && threads.isEmpty }

  /// The name of a process, which is its command; `nil` when the trace does not tell.
  func name(of process: Int64) -> String? { names[process] }

  /// The process of a thread: its own where it leads one; `nil` when the trace does not tell.
  func process(of thread: Int64) -> Int64? {
    threads[thread]?.process ?? (names[thread] == nil ? nil : thread)
  }

  /// The name of a thread, `main` where it leads its process; `nil` when the trace does not tell.
  func threadName(of thread: Int64) -> String? {
    if names[thread] != nil || threads[thread]?.process == thread { return "main" }
    return threads[thread].flatMap { $0.name.isEmpty ? nil : $0.name }
  }

  /// Takes what a message says.
  ///
  /// - Parameter message: `ProcessTree`.
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

  /// Takes what a line of text says of a thread; the first that tells its process counts.
  ///
  /// - Parameters:
  ///   - thread: its id.
  ///   - process: its process's id; `nil` when the line does not say.
  ///   - name: its name.
  mutating func note(thread: Int64, process: Int64?, name: Field) {
    guard let process, threads[thread] == nil, threads.count < Self.limit else { return }
    let text = harmless(name.text, limit: 100)
    threads[thread] = (process, text)
    if thread == process { names[process] = text }
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

internal import Decoding
internal import Documents
internal import System

// ContextServer lets assistants ask: it speaks the Model Context Protocol over standard input and output. A tool is a
// command of this program with a list of allowed options; a call of it runs the command twice in processes that can only
// read below the server's folders, once for the data and once for the text. The server keeps nothing between requests.
//
// Rejected: running commands in this process. They end only with the process, so nothing could be cancelled, and a crash
// would end all requests.

/// A server of the Model Context Protocol.
///
///     var server = ContextServer(folders: ["/captures"], program: [Platform.program])
///     server.run { Platform.write($0, to: 1) == nil }
package struct ContextServer {
  private let requests: RequestHandler
  private let starter: CommandCall.Starter
  private var calls: [CommandCall] = []
  /// The requests whose commands have not started yet, the next one first.
  private var waiting: [(id: RequestID, work: RequestHandler.Work)] = []

  /// The most requests that run at the same time.
  private static let mostCalls = 4
  /// The most bytes of a message.
  private static let longestLine = 1 << 20

  /// - Parameters:
  ///   - folders: what may be read: paths without links and line breaks.
  ///   - program: the words that start this program.
  package init(folders: [String], program: [String]) {
    requests = RequestHandler(folders: folders)
    var environment = Platform.environment.merging(Confinement.to(folders)) { $1 }
    environment["HITCHMARK_STORE"] = nil
    environment["NO_COLOR"] = "1"
    environment["COLUMNS"] = "100"
    starter = CommandCall.Starter(program: program, environment: environment)
  }

  /// Answers until standard input ends and all requests are answered, or a signal ends the process.
  ///
  /// - Parameter send: writes a line; `false` if nobody reads it.
  package mutating func run(send: (String) -> Bool) {
    var lines = InputLines(limit: Self.longestLine)
    var search = RequestIDSearch()
    var isOpen = true
    while isOpen || !calls.isEmpty || !waiting.isEmpty, !Interruption.isRequested {
      switch isOpen ? lines.next(within: calls.isEmpty ? 100 : 10) : pause() {
      case .line(let line): isOpen = reply(to: line, send)
      case .part(let bytes): search.read(bytes)
      case .endOfLongLine:
        isOpen = send(Answer.fault(.tooLong(limit: Self.longestLine), to: search.id))
        search = RequestIDSearch()
      case .nothing: break
      case .end: isOpen = false
      }
      guard finishCalls(send) else { break }
    }
    for call in calls { call.cancel() }
  }

  private func pause() -> InputLines.Event {
    Platform.pause(milliseconds: 10)
    return .nothing
  }

  private mutating func reply(to line: [UInt8], _ send: (String) -> Bool) -> Bool {
    switch Message(line) {
    case .ignored: return true
    case .malformed(let fault, let id): return send(Answer.fault(fault, to: id))
    case .cancellation(let id):
      cancel(id)
      return true
    case .request(let request):
      switch requests.outcome(of: request) {
      case .answer(let line): return send(line)
      case .work(let work):
        waiting.append((request.id, work))
        return true
      }
    }
  }

  /// Ends a request, which gets no answer.
  private mutating func cancel(_ id: RequestID) {
    waiting.removeAll { $0.id == id }
    for call in calls where call.id == id { call.cancel() }
    calls.removeAll { $0.id == id }
  }

  /// Sends the answers of calls that have ended, and starts those that wait; `false` if nobody reads the answers.
  private mutating func finishCalls(_ send: (String) -> Bool) -> Bool {
    var running: [CommandCall] = []
    for call in calls {
      guard let answer = call.answer() else {
        running.append(call)
        continue
      }
      guard send(answer) else { return false }
    }
    calls = running
    while calls.count < Self.mostCalls, !waiting.isEmpty {
      let (id, work) = waiting.removeFirst()
      calls.append(CommandCall(id, work, by: starter))
    }
    return true
  }
}

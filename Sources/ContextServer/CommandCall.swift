internal import Documents
internal import System
internal import Units

/// Command lines of this program that run for one request, each in a process of its own, which ends if the request is
/// cancelled and takes no other request with it if it crashes.
final class CommandCall {
  let id: RequestID
  private let commands: [Command]
  private let finish: ([Outcome]) -> String
  private let end = ContinuousClock.now + patience

  struct Outcome {
    var output = ""
    /// What it said on standard error.
    var notes = ""
    /// Why it did not end by itself.
    var stopped: String?
  }

  /// The longest time that a request may take.
  private static let patience = Duration.seconds(600)

  init(_ id: RequestID, _ work: RequestHandler.Work, by starter: Starter) {
    self.id = id
    finish = work.finish
    commands = work.commands.map { Command($0, by: starter) }
  }

  /// Reads what the commands have written since the last call, and returns the answer; `nil` as long as they run.
  func answer() -> String? {
    let isLate = ContinuousClock.now > end
    for command in commands {
      command.read()
      if isLate { command.stop(because: "it takes more than ten minutes; ask for less") }
    }
    // The answer will be an error, whatever the other command writes.
    if let reason = commands.lazy.compactMap(\.outcome.stopped).first {
      for command in commands { command.stop(because: reason) }
    }
    return commands.allSatisfy(\.hasEnded) ? finish(commands.map(\.outcome)) : nil
  }

  func cancel() {
    for command in commands { command.stop(because: "it was cancelled") }
  }

  struct Starter {
    let program: [String]
    let environment: [String: String]
  }

  private final class Command {
    private(set) var outcome = Outcome()
    private var child: ChildProcess?
    private var bytes: (output: [UInt8], notes: [UInt8]) = ([], [])

    /// The most bytes that a command may write.
    private static let limit = 8 << 20

    init(_ words: [String], by starter: Starter) {
      do throws(ChildProcess.StartFault) {
        child = try ChildProcess(starter.program + words, environment: starter.environment)
      } catch {
        outcome.stopped = "it could not be started: \(error.reason)"
      }
    }

    var hasEnded: Bool { child == nil }

    func read() {
      guard let child else { return }
      child.readRest { take($0, $1) }
      if max(bytes.output.count, bytes.notes.count) > Self.limit {
        stop(because: "the answer has more than \(Self.limit >> 20) MiB; ask for less")
      } else if child.ending != nil {
        child.readRest { take($0, $1) }
        if case .signaled = child.ending { outcome.stopped = "it ended without an answer" }
        close()
      }
    }

    func stop(because reason: String) {
      guard let child else { return }
      child.endGroup(patience: 500) { _, _ in }
      outcome.stopped = reason
      close()
    }

    private func take(_ more: ArraySlice<UInt8>, _ stream: ChildProcess.Stream) {
      switch stream {
      case .output: bytes.output += more
      case .errors: bytes.notes += more
      }
    }

    private func close() {
      child = nil
      outcome.output = String(decoding: bytes.output, as: UTF8.self)
      outcome.notes = String(decoding: bytes.notes, as: UTF8.self)
      bytes = ([], [])
    }
  }
}

/// The answers to requests, each on a line.
enum Answer {
  static func result(_ result: JSONValue, to id: RequestID) -> String {
    line(id, "result", result.text(.compact))
  }

  static func fault(_ fault: ProtocolFault, to id: RequestID?) -> String {
    line(id, "error", fault.json.text(.compact))
  }

  /// The result of a tool.
  ///
  /// - Parameter data: the JSON text of a command. It is not parsed, because numbers may be beyond `Double`; all line
  ///   breaks are between its tokens.
  static func tool(
    _ content: [JSONValue], data: String? = nil, isError: Bool = false, to id: RequestID
  ) -> String {
    let content = JSONValue.array(content).text(.compact)
    let structured = data.map { ",\"structuredContent\":\(onOneLine($0))" } ?? ""
    return line(
      id, "result",
      "{\"resultType\":\"complete\",\"content\":\(content)\(structured),\"isError\":\(isError)}")
  }

  static func text(_ text: String) -> JSONValue { ["type": "text", "text": .string(text)] }

  private static func line(_ id: RequestID?, _ name: String, _ value: String) -> String {
    let id = (id?.json ?? .null).text(.compact)
    return "{\"jsonrpc\":\"2.0\",\"id\":\(id),\"\(name)\":\(value)}\n"
  }

  private static func onOneLine(_ json: String) -> String {
    json.utf8.split(separator: UInt8(ascii: "\n")).map { line in
      String(Substring(line.drop { $0 == UInt8(ascii: " ") }))
    }.joined()
  }
}

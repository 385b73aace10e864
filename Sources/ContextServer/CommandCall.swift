internal import System
internal import Units

/// Command lines of this program that run for one request, each in a process of its own, which ends if the request is
/// cancelled and takes no other request with it if it crashes.
final class CommandCall {
  let id: RequestID
  private let commands: [Command]
  private let finish: ([Outcome]) -> String
  private let end = ContinuousClock.now + patience

  /// What a command wrote.
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

  /// Ends the commands.
  func cancel() {
    for command in commands { command.stop(because: "it was cancelled") }
  }

  /// How commands are started.
  struct Starter {
    /// The words that start this program.
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

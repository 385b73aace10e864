internal import Arguments
internal import Recordings
internal import Synchronization
internal import System
internal import Units
internal import Workbench

/// The output of a command: data on one stream, messages on the other.
///
/// Tests pass a console of their own and read what was written.
struct Console: Sendable {
  /// Writes the data of a command, usually to standard output.
  let write: @Sendable (String) throws -> Void
  /// Writes the messages of a command: notes, progress, errors.
  let say: @Sendable (String) -> Void
  /// The number of characters per line that tables may use.
  let width: Int
  /// Whether the data of a command is written to a terminal.
  let isTerminal: Bool
  let isColored: Bool
  /// Whether progress is shown, because messages are written to a terminal.
  let showsProgress: Bool

  /// The number of characters per line if the output is not a terminal.
  static let defaultWidth = 80

  /// The console that writes to the standard streams of the process.
  static func standard(color: ColorChoice) -> Console {
    let isTerminal = Platform.isTerminal(1)
    let asked = Platform.environment("COLUMNS").flatMap { Int($0) }
    let width = asked ?? Platform.columns(of: 1) ?? defaultWidth
    let showsProgress = Platform.isTerminal(2)
    return Console(
      write: { text in
        if let reason = Platform.write(text, to: 1) {
          throw OutputFile.Fault(path: "standard output", reason: reason)
        }
      },
      say: { text in
        let start = showsProgress ? clearedLine : ""
        Platform.say(start + harmlessLines(text).withoutLogCommands + "\n")
      },
      width: max(width, 20),
      isTerminal: isTerminal,
      isColored: color.isOn(terminal: isTerminal),
      showsProgress: showsProgress)
  }

  /// Shows the progress of a long task on one line; does nothing without a terminal.
  func progress(_ text: String) {
    let line = text.harmless(limit: width - 1)
    if showsProgress { Platform.say(Self.clearedLine + line) }
  }

  /// Moves to the start of a terminal's line, and clears the line.
  private static let clearedLine = "\r\u{1B}[K"

  /// Shows an event of a long task: as a progress line that the next event replaces, or as a message that stays.
  func show(_ text: String, isProgress: Bool) {
    if isProgress { progress(text) } else { say(text) }
  }
}

extension Console {
  /// Shows the progress of a task and prints its notices.
  var observer: TaskObserver {
    TaskObserver(
      progress: { step in
        if let words = step.words {
          SuddenEnd.words(showsProgress && !words.isEmpty ? Self.clearedLine + words : words)
        }
        if let text = step.text { progress(text) }
      },
      notice: { say($0.text) })
  }
}

/// A console that repeats no message, for tasks that run again and again.
final class SaidOnce: Sendable {
  private let console: Console
  private let said = Mutex<Set<String>>([])

  init(_ console: Console) { self.console = console }

  /// Prints a message unless it was printed before.
  func say(_ text: String) {
    if said.withLock({ $0.insert(text).inserted }) { console.say(text) }
  }

  /// Prints each notice once, and no progress.
  var observer: TaskObserver {
    TaskObserver(progress: { _ in }, notice: { self.say($0.text) })
  }
}

/// Replaces control characters line by line: file names, JSON keys and commit subjects may be hostile.
private func harmlessLines(_ words: String) -> String {
  words.split(separator: "\n", omittingEmptySubsequences: false)
    .map { line in
      let indent = line.prefix { $0 == " " }
      return indent + String(line.dropFirst(indent.count)).harmless
    }
    .joined(separator: "\n")
}

/// When the output of commands is colored.
enum ColorChoice: String, CaseIterable, Sendable {
  case auto
  case always
  case never

  func isOn(
    terminal: Bool, environment: [String: String] = Platform.environment
  ) -> Bool {
    switch self {
    case .always: true
    case .never: false
    case .auto:
      terminal && environment["NO_COLOR", default: ""].isEmpty && environment["TERM"] != "dumb"
    }
  }
}

internal import Units
internal import Workbench

/// Where a command writes: data on one stream, words on the other.
///
/// Tests give a console of their own and read what was written.
struct Console: Sendable {
  /// Takes data.
  let write: @Sendable (String) throws(Failure) -> Void
  /// Takes words: notes, progress, complaints.
  let say: @Sendable (String) -> Void
  /// Columns that a table may take.
  let width: Int
  /// Whether data goes to a terminal.
  let isTerminal: Bool
  /// Whether data may be coloured.
  let isColoured: Bool
  /// Whether progress is shown: words go to a terminal.
  let showsProgress: Bool

  /// Columns without a terminal that tells.
  static let defaultWidth = 80

  /// The process' own streams.
  static func standard(color: ColorChoice) -> Console {
    let isTerminal = Platform.isTerminal(1)
    let asked = Platform.environment("COLUMNS").flatMap { Int($0) }
    let width = asked ?? Platform.columns(of: 1) ?? defaultWidth
    return Console(
      write: { (text: String) throws(Failure) in
        if let reason = Platform.write(text, to: 1) {
          throw .output(path: "standard output", reason: reason)
        }
      },
      say: { _ = Platform.write(harmlessLines($0) + "\n", to: 2) },
      width: max(width, 20),
      isTerminal: isTerminal,
      isColoured: color.isOn(terminal: isTerminal),
      showsProgress: Platform.isTerminal(2))
  }

  /// Shows how far a long work has come, over the same line; silent without a terminal.
  func progress(_ text: String) {
    if showsProgress { _ = Platform.write("\r\u{1B}[K\(text)", to: 2) }
  }
}

extension Console {
  /// Shows the progress of a task and prints its notices.
  var observer: TaskObserver {
    TaskObserver(
      progress: { progress($0.text) },
      notice: { notice in
        // The progress line must not stay in front of the notice.
        progress("")
        say(notice.text)
      })
  }
}

/// Words for a terminal, line by line harmless: file names, JSON keys and subjects of commits may be a stranger's.
private func harmlessLines(_ words: String) -> String {
  words.split(separator: "\n", omittingEmptySubsequences: false)
    .map { line in
      let indent = line.prefix { $0 == " " }
      return indent + String(line.dropFirst(indent.count)).harmless
    }
    .joined(separator: "\n")
}

/// When output is coloured.
enum ColorChoice: String, CaseIterable, Sendable {
  case auto
  case always
  case never

  func isOn(terminal: Bool) -> Bool {
    switch self {
    case .always: true
    case .never: false
    case .auto: terminal && Platform.environment("NO_COLOR") == nil
    }
  }
}

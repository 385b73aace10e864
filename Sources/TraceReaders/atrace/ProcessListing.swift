internal import Decoding

/// Reads the tables of `ps` in a page of systrace, which name the processes and threads of the trace.
///
///     USER    PID  PPID     VSZ    RSS WCHAN PC S NAME
///     u0_a1  4321   800 2732200 871084     0  0 S com.example.notes
///
/// Old devices write a state without a heading, so the columns after the ids are counted from the end of the line.
struct ProcessListing {
  /// A table: its columns from the start, and the one of the name from the end of the line.
  private struct Columns {
    let process: Int
    let thread: Int?
    let nameFromEnd: Int
    let count: Int
  }

  private var columns: Columns?

  /// Reads a line that is no event of the trace.
  mutating func take(_ line: Field, into names: inout ProcessNames) {
    if line.starts(with: "USER ") {
      columns = Self.columns(of: line.words)
    } else if line.starts(with: "#") || line.trimmed.starts(with: "<") {
      columns = nil
    } else if let columns {
      note(line.words, columns, in: &names)
    }
  }

  private static func columns(of words: [Field]) -> Columns? {
    guard let process = words.firstIndex(where: { $0.isExactly("PID") }),
      let name = words.lastIndex(where: { $0.isExactly("NAME") || $0.isExactly("CMD") })
    else { return nil }
    return Columns(
      process: process, thread: words.firstIndex { $0.isExactly("TID") },
      nameFromEnd: words.count - name, count: words.count)
  }

  private func note(_ words: [Field], _ columns: Columns, in names: inout ProcessNames) {
    guard words.count >= columns.count,
      let process = words[columns.process].scaledInteger(digits: 0).value
    else { return }
    let name = words[words.count - columns.nameFromEnd]
    guard let thread = columns.thread else { return names.note(process: process, name: name) }
    if let thread = words[thread].scaledInteger(digits: 0).value {
      names.note(thread: thread, process: process, name: name)
    }
  }
}

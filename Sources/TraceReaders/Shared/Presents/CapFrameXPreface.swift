internal import Decoding
internal import Recordings

/// The lines `//Key=Value` with which CapFrameX begins its tables.
struct CapFrameXPreface {
  /// What they say.
  private(set) var description = RunDescription()

  /// Whether they ask to leave the file out.
  private(set) var isMarked = false

  /// Whether a trace begins with such a line: other files begin with a comment that has no key.
  static func isAbove(_ head: TraceHead) -> Bool {
    guard let line = head.lines.first, line.hasPrefix("//"), let sign = line.firstIndex(of: "=")
    else { return false }
    let key = line[..<sign].dropFirst(2)
    return !key.isEmpty && key.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
  }

  /// Reads the lines up to the first that is none.
  ///
  /// - Parameter lines: of the beginning of a trace.
  init(_ lines: [String]) {
    var values: [String: String] = [:]
    for line in lines.prefix(while: { $0.hasPrefix("//") }) {
      let parts = line.dropFirst(2).split(separator: "=", maxSplits: 1)
      guard parts.count == 2 else { continue }
      let (key, value) = (String(parts[0]), String(parts[1]))
      values[key.lowercased()] = value
      HardwareFact(named: key)?.note(value, in: &description)
    }
    isMarked = values["ignore"]?.lowercased() == "true"
    if let date = values["creationdate"] {
      let time = values["creationtime"].map { "T" + $0 } ?? ""
      description.date = harmless(date + time)
    }
  }
}

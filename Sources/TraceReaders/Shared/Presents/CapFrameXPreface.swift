internal import Decoding
internal import Recordings

/// The lines `//Key=Value` at the beginning of CapFrameX tables.
struct CapFrameXPreface {
  /// The metadata of machine and program in the lines `//Key=Value` of a CapFrameX table.
  private(set) var description = RunDescription()

  /// Whether the CapFrameX table contains the line `//Ignore=true`, by which the user excluded the table.
  private(set) var isMarked = false

  /// Whether a trace begins with a line `//Key=Value`, as CapFrameX writes it.
  ///
  /// Comment lines of other tools also begin with `//`, but have no key.
  static func isAbove(_ head: TraceHead) -> Bool {
    guard let line = head.lines.first, line.hasPrefix("//"), let sign = line.firstIndex(of: "=")
    else { return false }
    let key = line[..<sign].dropFirst(2)
    return !key.isEmpty && key.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
  }

  /// Parses the lines `//Key=Value` up to the first line that does not begin with `//`.
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

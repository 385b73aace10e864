internal import Recordings
internal import Units

/// Reads the table of contents of a recording: what was recorded, on what, and for how long.
struct XctraceContents: ~Copyable {
  private var xml = XMLReader()
  private var path: [String] = []
  private var text = ""
  private var description = RunDescription()
  private var issues = IssueLog()

  private static let longestText = 200

  /// Reads the contents; O(bytes).
  ///
  /// - Parameters:
  ///   - source: standing at its beginning.
  ///   - dialect: as recognised.
  /// - Returns: a run without frames, that describes those of the tables beside it.
  /// - Throws: when the text is no XML, or the file cannot be read on.
  static func run(in source: inout TraceSource, dialect: String) throws(TraceError) -> TraceRun {
    var contents = XctraceContents()
    do throws(TraceError) {
      try contents.read(&source)
    } catch {
      guard contents.xml.isCutOff else { throw error }
      contents.issues.note(.truncatedText, line: nil)
    }
    return TraceRun(
      Recording(
        origin: .init(source: source.name, format: TraceFormat.xctrace.id, dialect: dialect),
        timeline: .withheld(because: "a table of contents has no frames"),
        description: contents.description, issues: contents.issues.inOrder))
  }

  private mutating func read(_ source: inout TraceSource) throws(TraceError) {
    while true {
      switch try xml.next(in: &source) {
      case .begin(let tag):
        path.append(tag.name)
        text = ""
        takeTag(tag)
      case .text(let piece): if text.utf8.count < Self.longestText { text += piece }
      case .end:
        takeText()
        if !path.isEmpty { path.removeLast() }
        text = ""
      case .finished: return
      }
    }
  }

  private mutating func takeTag(_ tag: XMLTag) {
    guard path.suffix(2).first == "target" else { return }
    switch tag.name {
    case "device":
      let os = [tag["platform"], tag["os-version"]].compactMap { $0 }.joined(separator: " ")
      description.device.name = tag["model"].map { harmless($0, limit: Self.longestText) }
      description.device.os = os.isEmpty ? nil : harmless(os, limit: Self.longestText)
    case "process":
      description.labels["process"] = tag["name"].map { harmless($0, limit: Self.longestText) }
    default: break
    }
  }

  /// Of several recordings the first one counts.
  private mutating func takeText() {
    guard path.suffix(2).first == "summary", let name = path.last else { return }
    let value = harmless(text, limit: Self.longestText)
    switch name {
    case "start-date": description.date = description.date ?? value
    case "duration":
      let seconds = Double(value).flatMap { Nanoseconds(exactly: ($0 * 1e9).rounded()) }
      description.testDuration =
        description.testDuration ?? seconds.flatMap { $0.isPlausible && $0 >= 0 ? $0 : nil }
    case "template-name", "instruments-version":
      let label = name.replacing("-", with: "_")
      description.labels[label] = description.labels[label] ?? value
    default: break
    }
  }
}

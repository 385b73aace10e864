internal import Decoding
internal import Recordings
internal import Units

extension TraceFormat {
  /// Tables of an Instruments recording, as written by `xctrace export`.
  static let xctrace = TraceFormat(
    id: "xctrace",
    title: "xctrace export",
    summary: """
      frames, which are displayed surfaces or their swaps, and refreshes of the display. An export of xctrace may also \
      contain hitches and hangs with their causes, render times, CPU time by thread, displays, and the table of \
      contents of the recording
      """,
    dialects: ["tables", "contents"],
    supports: """
      all metrics of frames, from displayed surfaces; the metric frame.render, from renders; hitches, as Instruments \
      reports them; fps.sampled and the load of the GPU, from the frame rates that Instruments estimates once per second. The CPU time of threads comes from a time profile, and their shares of the CPU cycles from a CPU \
      profile
      """,
    checkedAgainst: """
      seven tables of one recording of hitches, a time profile, and a CPU profile of 584 samples in \
      fzhinkin/xctraceprof. The tables core-animation-fps-estimate, hitches-summary and hitches-render-interval only with \
      example files that this project wrote: public programs that read them show their columns, but no export was \
      available. From the time profile, another program computed the same sum of sampled CPU time as \
      Hitchmark
      """,
    recognize: { head in
      guard head.firstVisibleByte == UInt8(ascii: "<") else { return .no() }
      if head.contains("<trace-query-result") { return .yes(dialect: "tables") }
      return head.contains("<trace-toc") ? .yes(dialect: "contents") : .no()
    },
    read: { (source, _, dialect) throws(TraceError) in
      dialect == "contents"
        ? [try XctraceContents.run(in: &source, dialect: dialect)]
        : try XctraceExport.runs(in: &source, dialect: dialect)
    })
}

/// Reads the table of contents of an Instruments recording: what was recorded, on which device, and how long.
struct XctraceContents: ~Copyable {
  private var xml = XMLReader()
  /// The XML elements that are open, from the outermost to the innermost.
  private var open: [Element] = []
  private var text = ""
  private var description = RunDescription()
  private var issues = IssueLog()

  private static let longestText = 200

  /// Reads the table of contents of an Instruments recording; O(bytes).
  ///
  /// - Returns: a run without frames, whose metadata applies to the exported tables in the same folder.
  /// - Throws: if the text is not XML, or the file cannot be read.
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
        timeline: .withheld(
          because:
            "the file is the table of contents of an Instruments recording, and has no frames"),
        description: contents.description, issues: contents.issues.inOrder))
  }

  private enum Element {
    case target, summary
    /// An XML element below the element `target`: the device or the process.
    case device, process
    /// An XML element below the element `summary`.
    case startDate, duration, templateName, instrumentsVersion
    case other

    init(_ name: Field) {
      self = Self.names.first { name.isExactly($0.text) }?.element ?? .other
    }

    private static let names: [(text: StaticString, element: Element)] = [
      ("target", .target), ("summary", .summary), ("device", .device), ("process", .process),
      ("start-date", .startDate), ("duration", .duration), ("template-name", .templateName),
      ("instruments-version", .instrumentsVersion),
    ]
  }

  private mutating func read(_ source: inout TraceSource) throws(TraceError) {
    while true {
      switch try xml.next(in: &source) {
      case .begin:
        let element = Element(xml.words)
        if open.last == .target { takeTag(element) }
        open.append(element)
        text = ""
      case .text:
        if isInSummary, text.utf8.count < Self.longestText { text += xml.words.text }
      case .end:
        if isInSummary, let element = open.last { takeText(of: element) }
        if !open.isEmpty { open.removeLast() }
        text = ""
      case .finished: return
      }
    }
  }

  /// Whether the current text belongs to an element below `summary`.
  private var isInSummary: Bool { open.count > 1 && open[open.count - 2] == .summary }

  private mutating func takeTag(_ element: Element) {
    func attribute(_ name: StaticString) -> String? { xml.attribute(name)?.text }
    switch element {
    case .device:
      let os = [attribute("platform"), attribute("os-version")].compactMap(\.self)
        .joined(separator: " ")
      description.device.name = attribute("model").map { harmless($0, limit: Self.longestText) }
      description.device.os = os.isEmpty ? nil : harmless(os, limit: Self.longestText)
    case .process:
      description.labels["process"] = attribute("name").map {
        harmless($0, limit: Self.longestText)
      }
    default: break
    }
  }

  /// Stores the text of an element as metadata of the run.
  ///
  /// If the table of contents lists several recordings, the metadata of the first recording is used.
  private mutating func takeText(of element: Element) {
    let value = harmless(text, limit: Self.longestText)
    switch element {
    case .startDate: description.date = description.date ?? value
    case .duration:
      let seconds = Double(value).flatMap { Nanoseconds(exactly: ($0 * 1e9).rounded()) }
      description.testDuration =
        description.testDuration ?? seconds.flatMap { $0.isPlausible && $0 >= 0 ? $0 : nil }
    case .templateName: label("template_name", value)
    case .instrumentsVersion: label("instruments_version", value)
    default: break
    }
  }

  private mutating func label(_ name: String, _ value: String) {
    description.labels[name] = description.labels[name] ?? value
  }
}

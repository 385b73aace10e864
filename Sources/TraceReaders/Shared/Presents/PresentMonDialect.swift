internal import Decoding
internal import Recordings

/// A version of PresentMon, recognized by the columns that a header has and lacks.
struct PresentMonDialect: Sendable {
  /// The name of the PresentMon version, such as `2.3.1`.
  let name: String

  /// The columns that a header of this PresentMon version must have, in upper or lower case.
  private let has: [String]
  private let lacks: [String]
  /// A column that a header of this PresentMon version must have in exactly this case; `nil` if there is none.
  private let exact: String?

  private init(_ name: String, has: [String], lacks: [String] = [], exact: String? = nil) {
    self.name = name
    self.has = has
    self.lacks = lacks
    self.exact = exact
  }

  /// All recognized versions of PresentMon; the first one whose columns fit the header is used.
  ///
  /// Versions with more specific columns therefore come first.
  ///
  /// Columns that options of PresentMon disable cannot identify a version. A 2.4 table without display columns
  /// therefore counts as 2.3.1, and a 1.9 table without GPU columns as 1.8. Version 1.7 writes the header of 1.8, and
  /// versions 2.0 to 2.3 with `--v1_metrics` write the header of 1.10.
  static let all = [
    PresentMonDialect("1.2–1.6", has: ["Dropped"], exact: "MsBetweenPresents"),
    PresentMonDialect("2.4–2.5 --v1_metrics", has: ["Dropped", "msFlipDelay"]),
    PresentMonDialect("1.9–1.10", has: ["Dropped", "msUntilRenderStart"]),
    PresentMonDialect("1.8", has: ["Dropped", "msBetweenPresents"]),
    PresentMonDialect(
      "2.0", has: ["CPUBusy", "CPUWait"], lacks: ["FrameTime", "MsBetweenPresents"]),
    PresentMonDialect("2.4–2.5 --v2_metrics", has: ["FrameTime", "MsFlipDelay"]),
    PresentMonDialect("2.3.0", has: ["FrameTime", "AnimationTime"]),
    PresentMonDialect("2.2", has: ["FrameTime", "AllInputToPhotonLatency"]),
    PresentMonDialect("2.1", has: ["FrameTime"]),
    PresentMonDialect(
      "2.6 GUI", has: ["MsBetweenPresents", "GPUUtilization", "PSOCompileCount"]),
    PresentMonDialect("2.4–2.5 GUI", has: ["MsBetweenPresents", "GPUUtilization"]),
    PresentMonDialect("2.4–2.5", has: ["MsBetweenPresents", "MsFlipDelay"]),
    PresentMonDialect("2.3.1", has: ["MsBetweenPresents", "MsBetweenAppStart"]),
    PresentMonDialect("columns chosen by hand", has: []),
  ]

  /// The names of PresentMon's dialects for users: first the versions in sorted order, then tables with other columns.
  static let names =
    versions + ["columns chosen by hand", "these versions without a time column"]

  /// The names of the recognized PresentMon versions, sorted.
  static let versions = all.filter { !$0.has.isEmpty }.map(\.name).sorted()

  /// The name of the PresentMon dialect that a header has.
  ///
  /// - Parameter layout: the layout of the header. If the header has no time column, the name ends in “durations only”.
  static func name(of header: CSVHeader, _ layout: PresentLayout) -> String {
    let dialect = all.first { dialect in
      header.missing(of: dialect.has).isEmpty
        && header.missing(of: dialect.lacks).count == dialect.lacks.count
        && dialect.exact.map { header.names.contains($0) } ?? true
    }
    let name = dialect?.name ?? ""
    return layout.time == nil ? name + ", durations only" : name
  }
}

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
    let line = head.firstLine
    guard line.hasPrefix("//"), let sign = line.firstIndex(of: "=") else { return false }
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

internal import Decoding
internal import Recordings

extension HistoryFormat {
  /// The data file of github-action-benchmark, a list of results per suite.
  static let gitHubActionBenchmark = HistoryFormat(
    id: "github-action-benchmark",
    title: "github-action-benchmark",
    summary: "its `data.js`, or the content as plain JSON",
    mapping: [
      Mapping("suite", "each key that lists benchmarks"),
      Mapping("stage", "the benchmark"),
      Mapping(
        "metrics",
        """
        one per benchmark, named after the unit. `customBiggerIsBetter` and `customSmallerIsBetter` state the \
        direction; for other tools the unit does, or else the action's rule for that tool, such as pytest
        """),
      Mapping(
        "commit",
        "`id`; `timestamp` is the author date, and the first line of `message` the subject"),
      Mapping("date", "when the action added the results"),
      Mapping("labels", "`range` and `tool`"),
      Mapping(
        "missing",
        "`null`, for results that are no numbers"),
      Mapping(
        "left out",
        "authors, links and `extra`"),
    ],
    recognize: { content in
      guard let root = content.root else { return false }
      return root["entries"] != nil && (root["lastUpdate"] != nil || root["repoUrl"] != nil)
    },
    read: { (content, context) throws(HistoryError) in
      var entries = BenchmarkEntries(context: context)
      if let root = content.root { try entries.read(root) }
      return ("", entries.builder)
    })
}

/// Reads the entries of all suites in the data file of github-action-benchmark.
private struct BenchmarkEntries {
  let context: HistoryContext
  private(set) var builder = HistoryBuilder()
  /// The latest measure of each benchmark in the current suite.
  private var measures: [String: Measure] = [:]

  init(context: HistoryContext) { self.context = context }

  mutating func read(_ root: JSONNode) throws(HistoryError) {
    let suites = try context.members(of: context.member("entries", of: root), at: "entries")
    for suite in suites.map({ (name: $0.key, entries: $0.value) }) {
      let key = "entries.\(shortened(suite.name))"
      measures = [:]
      for (index, entry) in try context.elements(of: suite.entries, at: key).enumerated() {
        try add(entry, of: harmless(suite.name), at: "\(key)[\(index)]")
      }
    }
  }

  private mutating func add(
    _ entry: JSONNode, of suite: String, at key: String
  ) throws(HistoryError) {
    let known = try context.member("commit", of: entry, at: key)
    let id = try context.text(
      of: context.member("id", of: known, at: "\(key).commit"), at: "\(key).commit.id")
    var commit = HistoryCommit(id)
    commit.date = known["timestamp"]?.text.flatMap { Instant($0) }
    commit.isAuthorDate = commit.date != nil
    commit.subject = known["message"]?.firstLine
    var description = RunDescription()
    description.commit = commit.id
    let added = entry["date"]?.number.flatMap { Instant(milliseconds: $0) }
    description.date = added?.text
    commit.date = commit.date ?? added
    let tool = entry["tool"]?.text
    description.labels["tool"] = tool
    let benches = try context.elements(
      of: context.member("benches", of: entry, at: key), at: "\(key).benches")
    for (index, bench) in benches.enumerated() {
      let name = try context.text(
        of: context.member("name", of: bench, at: "\(key).benches[\(index)]"),
        at: "\(key).benches[\(index)].name")
      add(bench, named: name, of: suite, commit, description)
    }
  }

  private mutating func add(
    _ bench: JSONNode, named name: String, of suite: String, _ commit: HistoryCommit,
    _ description: RunDescription
  ) {
    let measure = Self.measure(bench["unit"]?.text ?? "", tool: description.labels["tool"])
    noteChange(of: name, to: measure, at: bench)
    var description = description
    var missing: [String: String] = [:]
    if let number = bench["value"]?.number {
      description.scalars = [measure.scalar(number)]
    } else if let value = bench["value"], value.value != .null, value.value != .notANumber {
      return builder.omit(.noNumber, line: Int(value.line), found: value.bare)
    } else {
      missing[measure.name] = "the file has no number as the result of the benchmark"
    }
    description.labels["range"] = bench["range"]?.text
    builder.add(
      HistoryPoint(
        suite: suite, stage: name, name: commit.id.shortCommit, commit: commit,
        description: description, missing: missing))
  }

  /// Records that a benchmark changed to a unit that cannot be converted, which makes a second metric.
  private mutating func noteChange(
    of name: String, to measure: Measure, at bench: JSONNode
  ) {
    if let before = measures[name], before.name != measure.name {
      builder.omit(
        .otherUnit(before: before.name, after: measure.name), line: Int(bench.line), found: name)
    }
    measures[name] = measure
  }

  /// The measure of a benchmark's values, by the unit in the file and the rules of the tool that measured them.
  private static func measure(_ unit: String, tool: String?) -> Measure {
    let measure = Measure(unit: unit)
    switch tool {
    case "customSmallerIsBetter": return measure.directed(lowerIsBetter: true)
    case "customBiggerIsBetter": return measure.directed(lowerIsBetter: false)
    default:
      guard measure.lowerIsBetter == nil else { return measure }
      return measure.directed(lowerIsBetter: tool.flatMap { directions[$0] })
    }
  }

  /// Whether lower values are better by the rules of github-action-benchmark, for each tool.
  private static let directions = [
    "cargo": true, "go": true, "benchmarkjs": false, "benchmarkluau": true, "pytest": false,
    "googlecpp": true, "catch2": true, "julia": true, "jmh": true, "benchmarkdotnet": true,
  ]
}

extension JSONNode {
  /// The first line of a string; `nil` for other values and an empty line.
  var firstLine: String? {
    guard case .string(let text) = value else { return nil }
    let line = harmless(String(text.prefix { !$0.isNewline }), limit: 200)
    return line.isEmpty ? nil : line
  }
}

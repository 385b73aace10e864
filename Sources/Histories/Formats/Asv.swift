internal import Decoding
internal import Recordings

extension HistoryFormat {
  /// Results of airspeed velocity: one file per commit and environment.
  static let asv = HistoryFormat(
    id: "asv",
    title: "airspeed velocity (asv)",
    summary:
      "its results folder, or one file of it, in version 1 or 2",
    mapping: [
      Mapping(
        "suite",
        "the project in `asv.conf.json`, in a folder above the results; without the file, “asv”"),
      Mapping(
        "stage",
        """
        the benchmark, with one stage per combination of parameters, such as `bench.time_it(10, 'a')`
        """),
      Mapping(
        "metrics",
        """
        time in seconds, memory and peak memory in bytes, of which less is better. Results of `track_` benchmarks \
        become “value”, with the unit in `benchmarks.json`; whether less or more of it is better is unknown
        """),
      Mapping(
        "commit",
        "`commit_hash`; `date` is its author date"),
      Mapping(
        "device",
        """
        machine and environment, with operating system, processor, cores and memory. Each environment has its \
        own series
        """),
      Mapping(
        "missing",
        "`null` (the benchmark failed) and `NaN` (it skipped itself), with the reason"),
      Mapping(
        "left out",
        """
        results of another version of a benchmark than that in `benchmarks.json`, as in asv; samples, intervals \
        and profiles
        """),
    ],
    recognize: { content in
      guard let root = content.root else { return false }
      return root["commit_hash"]?.text != nil && root["results"]?.members != nil
    },
    read: { (content, context) throws(HistoryError) in
      guard let root = content.root else { return ("", HistoryBuilder()) }
      var results = try AsvResults(root, &context)
      return try results.read()
    })
}

/// The contents of one result file of asv, for one commit and environment.
private struct AsvResults {
  private let root: JSONNode
  private let context: HistoryContext
  private let suite: String?
  private let benchmarks: [String: JSONNode]
  private let edition: Int
  private let commit: HistoryCommit
  private let device: Device
  private var builder = HistoryBuilder()

  private static let newestEdition = 2

  init(_ root: JSONNode, _ context: inout HistoryContext) throws(HistoryError) {
    let folder = parent(of: context.path)
    benchmarks = context.neighbors.object(at: "\(folder)/../benchmarks.json") ?? [:]
    suite = Self.project(above: folder, &context.neighbors)
    commit = Self.commit(of: root)
    device = Self.device(of: root, machine: context.neighbors.object(at: "\(folder)/machine.json"))
    self.root = root
    self.context = context
    edition = (root["version"]?.number).flatMap { Int(exactly: $0) } ?? 1
    if edition > Self.newestEdition, let version = root["version"] {
      throw .newerVersion(
        context.place(of: version), format: "asv", found: edition, known: Self.newestEdition)
    }
  }

  /// The name of the project in the nearest `asv.conf.json`; `nil` if there is none.
  private static func project(
    above folder: String, _ neighbors: inout HistoryNeighbors
  ) -> String? {
    for steps in ["../..", "../../.."] {
      let path = "\(folder)/\(steps)/asv.conf.json"
      if let name = neighbors.text("project", at: path) { return name }
    }
    return nil
  }

  // MARK: - Results

  mutating func read() throws(HistoryError) -> (dialect: String, builder: HistoryBuilder) {
    let results = try context.members(of: context.member("results", of: root), at: "results")
    for (name, result) in results.map({ ($0.key, $0.value) }) {
      if name.hasPrefix("<") { continue }
      try add(named(name, result), of: harmless(name))
    }
    return ("\(edition)", builder)
  }

  /// The columns of a benchmark's result that are read, from either version of the format.
  private struct Columns {
    var result: JSONNode?
    var params: [[JSONNode]] = []
    var version: JSONNode?
    var startedAt: JSONNode?
    let place: JSONNode
  }

  private func named(_ name: String, _ result: JSONNode) throws(HistoryError) -> Columns {
    var columns = Columns(place: result)
    if edition == 1 {
      let isDescribed = result.members != nil
      columns.result = isDescribed ? result["result"] : result
      columns.params = Self.lists(result["params"])
      columns.version = root["benchmark_version"]?[name]
      columns.startedAt = root["started_at"]?[name]
      return columns
    }
    let names = try context.elements(
      of: context.member("result_columns", of: root), at: "result_columns")
    let values = try context.elements(of: result, at: "results.\(shortened(name))")
    for (column, value) in zip(names, values) {
      switch column.text {
      case "result": columns.result = value
      case "params": columns.params = Self.lists(value)
      case "version": columns.version = value
      case "started_at": columns.startedAt = value
      default: continue
      }
    }
    return columns
  }

  private static func lists(_ params: JSONNode?) -> [[JSONNode]] {
    (params?.elements ?? []).map { $0.elements ?? [$0] }
  }

  private mutating func add(_ columns: Columns, of name: String) throws(HistoryError) {
    let benchmark = benchmarks[name]
    if let version = columns.version?.text, let current = benchmark?["version"]?.text,
      version != current
    {
      builder.omit(.otherVersion, line: Int(columns.place.line), found: name)
      return
    }
    let measure = Self.measure(of: name, benchmark)
    // A single null in place of the list of results applies to all combinations of parameters.
    let results = columns.result?.elements ?? [columns.result].compactMap { $0 }
    for (index, combination) in Self.combinations(columns.params).enumerated() {
      let value = results.dropFirst(index).first
      let stage = combination.isEmpty ? name : "\(name)(\(combination.joined(separator: ", ")))"
      add(value, measure, stage: stage, startedAt: columns.startedAt)
    }
  }

  private mutating func add(
    _ value: JSONNode?, _ measure: Measure, stage: String, startedAt: JSONNode?
  ) {
    var description = RunDescription()
    description.device = device
    description.commit = commit.id
    description.date = startedAt?.number.flatMap { Instant(milliseconds: $0) }?.text
    var missing: [String: String] = [:]
    switch value?.value {
    case .number(let number): description.scalars = [measure.scalar(number)]
    case nil, .null: missing[measure.name] = "the benchmark failed"
    case .notANumber: missing[measure.name] = "the benchmark skipped itself"
    default: return builder.omit(.noNumber, line: value.map { Int($0.line) }, found: value?.bare)
    }
    builder.add(
      HistoryPoint(
        suite: suite, stage: harmless(stage), name: commit.id.shortCommit, commit: commit,
        description: description, missing: missing))
  }

  /// All combinations of a benchmark's parameters, the last of which changes fastest; one empty combination if the
  /// benchmark has no parameters.
  private static func combinations(_ params: [[JSONNode]]) -> [[String]] {
    params.reduce([[]]) { combinations, values in
      // Real benchmarks have far fewer combinations; excess parameters of a hostile file are ignored.
      guard combinations.count * values.count <= 100_000 else { return combinations }
      return combinations.flatMap { known in values.map { known + [$0.plainText ?? $0.shown] } }
    }
  }

  // MARK: - What is known

  private static func commit(of root: JSONNode) -> HistoryCommit {
    var commit = HistoryCommit(root["commit_hash"]?.text ?? "")
    commit.date = root["date"]?.number.flatMap { Instant(milliseconds: $0) }
    commit.isAuthorDate = commit.date != nil
    return commit
  }

  /// The machine and environment of the measurement; the facts in the results are preferred to those in `machine.json`.
  private static func device(of root: JSONNode, machine: [String: JSONNode]?) -> Device {
    func fact(_ key: String) -> String? {
      root["params"]?[key]?.plainText ?? machine?[key]?.plainText
    }
    var device = Device()
    let name = fact("machine") ?? "unnamed machine"
    device.name = environment(of: root).map { "\(name) (\($0))" } ?? name
    device.os = fact("os")
    device.cpu = fact("cpu")
    device.properties["architecture"] = fact("arch")
    device.properties["cores"] = fact("num_cpu")
    device.properties["memory"] = fact("ram").map(memory)
    return device
  }

  /// A memory size in GiB as text, from asv's spellings: `8.2G`, a number of bytes or, on Linux, a number of KiB.
  ///
  /// A text in another notation is returned unchanged.
  private static func memory(_ text: String) -> String {
    let gibibytes: Double?
    if let number = Double(text) {
      gibibytes = number / (number < 1e9 ? 0x1p20 : 0x1p30)
    } else {
      gibibytes = text.hasSuffix("G") ? Double(text.dropLast()) : nil
    }
    guard let gibibytes, gibibytes > 0, gibibytes < 1e6 else { return text }
    return "\((gibibytes * 10).rounded() / 10) GiB"
  }

  /// The name of asv's environment, in which the benchmark ran.
  ///
  /// If a file in version 1 of the format lacks this name, the name is composed as asv does.
  private static func environment(of root: JSONNode) -> String? {
    if let name = root["env_name"]?.text { return name }
    guard let python = root["python"]?.plainText else { return nil }
    let needs = (root["requirements"]?.members ?? []).sorted { $0.key < $1.key }
    let parts = needs.map { harmless($0.key) + ($0.value.plainText ?? "") }
    return (["py\(python)"] + parts).joined(separator: "-")
  }

  /// The measure of a benchmark, from its type or else from the prefix of its name, by asv's rules.
  private static func measure(of name: String, _ benchmark: JSONNode?) -> Measure {
    let last = name.split(separator: ".").last.map { $0.lowercased() } ?? ""
    let type = benchmark?["type"]?.text
    switch type ?? String(last.prefix { $0 != "_" }) {
    case "time", "timeraw": return .seconds
    case "mem", "memory": return Measure.bytes.named("memory")
    case "peakmem", "peakmemory": return Measure.bytes.named("peak memory")
    default: return Measure(unit: benchmark?["unit"]?.text ?? "").directed(lowerIsBetter: nil)
    }
  }
}

private func parent(of path: String) -> String {
  guard let slash = path.lastIndex(of: "/") else { return "." }
  return slash == path.startIndex ? "/" : String(path[..<slash])
}

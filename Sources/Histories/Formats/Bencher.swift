internal import Decoding
internal import Recordings

extension HistoryFormat {
  /// Output of Bencher's API and command line: series of metrics, or reports.
  static let bencher = HistoryFormat(
    id: "bencher",
    title: "Bencher",
    summary: "the JSON that `bencher perf` prints, or one or more reports as JSON",
    mapping: [
      Mapping("suite", "the project"),
      Mapping("stage", "the benchmark"),
      Mapping(
        "metrics",
        "each measure, by its slug (such as `latency`); the unit determines whether less or more is better"
      ),
      Mapping(
        "commit",
        "the hash of the version; without one, branch and number, such as `main@12`"),
      Mapping("branch", "the branch"),
      Mapping("device", "the testbed"),
      Mapping(
        "date", "`start_time`"),
      Mapping(
        "left out",
        "thresholds, boundaries and alerts; lower and upper values"),
    ],
    recognize: { content in
      guard let root = content.root else { return false }
      return BencherResults.isReport(root) || BencherResults.isSeries(root)
        || root.elements.map { !$0.isEmpty && $0.allSatisfy(BencherResults.isReport) } ?? false
    },
    read: { (content, context) throws(HistoryError) in
      var results = BencherResults(context: context)
      guard let root = content.root else { return ("", results.builder) }
      if let reports = root.elements {
        for report in reports { try results.readReport(report) }
      } else if BencherResults.isReport(root) {
        try results.readReport(root)
      } else {
        try results.readSeries(root)
      }
      return ("", results.builder)
    })
}

/// Reads the results of Bencher in both forms: series of metrics, and reports.
private struct BencherResults {
  let context: HistoryContext
  private(set) var builder = HistoryBuilder()

  init(context: HistoryContext) { self.context = context }

  static func isReport(_ root: JSONNode) -> Bool {
    root["branch"] != nil && root["testbed"] != nil && root["adapter"] != nil
  }

  static func isSeries(_ root: JSONNode) -> Bool {
    guard root["project"] != nil, let results = root["results"]?.elements else { return false }
    return results.allSatisfy { $0["metrics"] != nil && $0["benchmark"] != nil }
  }

  /// The suite, branch and testbed that several metrics have in common.
  private struct Place {
    let suite: String?
    let branch: String?
    let testbed: JSONNode?
  }

  // MARK: - Series

  mutating func readSeries(_ root: JSONNode) throws(HistoryError) {
    let results = try context.elements(of: context.member("results", of: root), at: "results")
    for (index, series) in results.enumerated() {
      let key = "results[\(index)]"
      let place = Place(
        suite: root["project"]?.name, branch: series["branch"]?.name, testbed: series["testbed"])
      let stage = try name(of: "benchmark", in: series, at: key)
      let measure = Self.measure(try context.member("measure", of: series, at: key))
      let metrics = try context.elements(
        of: context.member("metrics", of: series, at: key), at: "\(key).metrics")
      for metric in metrics {
        let commit = commit(
          metric["version"], of: place, date: metric["start_time"],
          fallback: metric["report"]?.text)
        add(metric["metric"], measure, stage, commit, place, at: metric)
      }
    }
  }

  // MARK: - Reports

  mutating func readReport(_ report: JSONNode) throws(HistoryError) {
    let place = Place(
      suite: report["project"]?.name, branch: report["branch"]?.name, testbed: report["testbed"])
    let commit = commit(
      report["branch"]?["head"]?["version"], of: place, date: report["start_time"],
      fallback: report["uuid"]?.text)
    guard let results = report["results"], results.value != .null else { return }
    for (index, iteration) in try context.elements(of: results, at: "results").enumerated() {
      let key = "results[\(index)]"
      for (number, result) in try context.elements(of: iteration, at: key).enumerated() {
        try add(result, commit, place, at: "\(key)[\(number)]")
      }
    }
  }

  private mutating func add(
    _ result: JSONNode, _ commit: HistoryCommit?, _ place: Place, at key: String
  ) throws(HistoryError) {
    let stage = try name(of: "benchmark", in: result, at: key)
    let measures = try context.elements(
      of: context.member("measures", of: result, at: key), at: "\(key).measures")
    for measured in measures {
      let measure = Self.measure(
        try context.member("measure", of: measured, at: "\(key).measures"))
      add(measured["metric"], measure, stage, commit, place, at: result)
    }
  }

  // MARK: - Points

  private mutating func add(
    _ metric: JSONNode?, _ measure: Measure, _ stage: String, _ commit: HistoryCommit?,
    _ place: Place, at source: JSONNode
  ) {
    guard let commit else { return builder.omit(.noCommit, line: Int(source.line), found: stage) }
    guard let value = metric?["value"], let number = value.number else {
      return builder.omit(.noNumber, line: Int(source.line), found: metric?["value"]?.bare)
    }
    var description = RunDescription()
    description.commit = commit.id
    description.date = commit.date?.text
    description.device.name = place.testbed?.name
    description.device.os = place.testbed?["spec"]?["os"]?.text
    description.device.properties["architecture"] =
      place.testbed?["spec"]?["architecture"]?.text
    description.scalars = [measure.scalar(number)]
    let iteration =
      source["iteration"]?.number.flatMap(Int32.init(exactly:)).map { " #\(Int($0) + 1)" } ?? ""
    builder.add(
      HistoryPoint(
        suite: place.suite, stage: stage, name: commit.id.shortCommit + iteration, commit: commit,
        description: description))
  }

  private func name(
    of key: String, in object: JSONNode, at path: String
  ) throws(HistoryError) -> String {
    let member = try context.member(key, of: object, at: path)
    guard let name = member.name else {
      throw .missingKey(context.place(of: member), key: "\(path).\(key).name")
    }
    return name
  }

  /// The commit that Bencher measured.
  ///
  /// If Bencher's version has no commit hash, the branch and Bencher's version number serve as the commit.
  private func commit(
    _ version: JSONNode?, of place: Place, date: JSONNode?, fallback: String?
  ) -> HistoryCommit? {
    let number = version?["number"]?.number.flatMap { Int(exactly: $0) }
    let counted = number.map { "\(place.branch ?? "branch")@\($0)" }
    guard let id = version?["hash"]?.text ?? counted ?? fallback else { return nil }
    var commit = HistoryCommit(id)
    commit.date = date?.text.flatMap { Instant($0) }
    commit.branch = place.branch
    return commit
  }

  private static func measure(_ measure: JSONNode) -> Measure {
    let known = Measure(unit: measure["units"]?.text ?? "")
    return known.named(measure["slug"]?.text ?? measure.name ?? known.name)
  }
}

extension JSONNode {
  /// The name in a Bencher object, or a plain string in its place.
  fileprivate var name: String? { self["name"]?.text ?? text }
}

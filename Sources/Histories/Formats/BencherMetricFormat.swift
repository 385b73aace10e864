internal import Decoding
internal import Recordings

extension HistoryFormat {
  /// Bencher Metric Format, which benchmark harnesses and Hitchmark itself write: values by benchmark and measure.
  static let bencherMetricFormat = HistoryFormat(
    id: "bmf",
    title: "Bencher Metric Format (BMF)",
    summary: "the values of one commit, which the file does not name",
    mapping: [
      Mapping(
        "suite", "`--suite`, by default “bmf”"),
      Mapping("stage", "the benchmark"),
      Mapping(
        "metrics",
        """
        each measure. As in Bencher, `latency` is in nanoseconds, `throughput` in operations per second, \
        `build-time` in seconds and `file-size` in bytes; others have no unit
        """),
      Mapping(
        "commit",
        "`--commit`, which is required, because the file contains none"),
      Mapping(
        "left out", "`lower_value` and `upper_value`"),
    ],
    recognize: { content in
      guard let benchmarks = content.root?.members, !benchmarks.isEmpty else { return false }
      return benchmarks.allSatisfy { benchmark in
        guard let measures = benchmark.value.members, !measures.isEmpty else { return false }
        return measures.allSatisfy { $0.value["value"] != nil }
      }
    },
    read: { (content, context) throws(HistoryError) in
      guard let commit = context.options.commit else {
        throw .needsCommit(path: context.path, format: "bmf")
      }
      var builder = HistoryBuilder()
      for benchmark in content.root?.members ?? [] {
        builder.add(BencherMetrics(benchmark, of: HistoryCommit(commit)))
      }
      return ("", builder)
    })
}

/// The measures of one benchmark at one commit, in Bencher Metric Format.
private struct BencherMetrics {
  let benchmark: JSONNode.Member
  let commit: HistoryCommit

  init(_ benchmark: JSONNode.Member, of commit: HistoryCommit) {
    self.benchmark = benchmark
    self.commit = commit
  }

  static let units = [
    "latency": "ns", "throughput": "ops/s", "build-time": "s", "file-size": "B",
  ]

  /// The measure of a value, under the name in the file, so that two measures of a benchmark never share one name.
  static func measure(_ name: String) -> Measure {
    Measure(unit: units[name.lowercased()] ?? "").named(name)
  }
}

extension HistoryBuilder {
  fileprivate mutating func add(_ metrics: BencherMetrics) {
    var description = RunDescription()
    description.commit = metrics.commit.id
    for member in metrics.benchmark.value.members ?? [] {
      guard let value = member.value["value"], let number = value.number else {
        let value = member.value["value"] ?? member.value
        omit(.noNumber, line: Int(value.line), found: value.bare)
        continue
      }
      description.scalars.append(BencherMetrics.measure(member.key).scalar(number))
    }
    guard !description.scalars.isEmpty else { return }
    add(
      HistoryPoint(
        stage: harmless(metrics.benchmark.key), name: metrics.commit.id.shortCommit,
        commit: metrics.commit, description: description))
  }
}

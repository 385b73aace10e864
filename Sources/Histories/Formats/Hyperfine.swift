internal import Decoding
internal import Recordings

extension HistoryFormat {
  /// Output of `hyperfine --export-json`.
  static let hyperfine = HistoryFormat(
    id: "hyperfine",
    title: "hyperfine",
    summary: "a file of `--export-json`, which names no commit",
    mapping: [
      Mapping(
        "suite",
        "`--suite`, by default “hyperfine”"),
      Mapping(
        "stage",
        "the command, or its `--command-name`"),
      Mapping(
        "metrics",
        """
        “time”, with a run per element of the list `times`, or without it one run of the median; peak memory, if \
        it was measured. The first run also has the mean user and system time. Less of all is better
        """),
      Mapping(
        "commit",
        "`--commit`, which is required, because the file contains none"),
      Mapping(
        "session",
        "all runs of a file are one, because they share the state of the machine"),
      Mapping(
        "labels",
        "the parameters of the command, and an exit code other than 0"
      ),
      Mapping(
        "missing",
        "the time, if a signal ended the command"),
    ],
    besides: ["user time", "system time", "peak memory"],
    recognize: { content in
      guard let results = content.root?["results"]?.elements else { return false }
      return results.allSatisfy { $0["command"] != nil }
    },
    read: { (content, context) throws(HistoryError) in
      guard let commit = context.options.commit else {
        throw .needsCommit(path: context.path, format: "hyperfine")
      }
      var builder = HistoryBuilder()
      for (index, result) in (content.root?["results"]?.elements ?? []).enumerated() {
        let timings = try HyperfineTimings(
          result, at: "results[\(index)]", of: HistoryCommit(commit), context)
        timings.add(to: &builder)
      }
      return ("", builder)
    })
}

/// The runs of one command that hyperfine measured.
private struct HyperfineTimings {
  private let result: JSONNode
  private let stage: String
  private let commit: HistoryCommit
  private let session: String

  init(
    _ result: JSONNode, at key: String, of commit: HistoryCommit, _ context: HistoryContext
  ) throws(HistoryError) {
    self.result = result
    self.commit = commit
    stage = try context.text(
      of: context.member("command", of: result, at: key), at: "\(key).command")
    session = "hyperfine \(context.digest.prefix(12))"
  }

  func add(to builder: inout HistoryBuilder) {
    let summary = result["median"] ?? result["mean"]
    let times = result["times"]?.elements ?? [summary].compactMap { $0 }
    for (index, time) in times.enumerated() {
      guard let number = time.number else {
        builder.omit(.noNumber, line: Int(time.line), found: time.bare)
        continue
      }
      builder.add(point(of: number, index))
    }
  }

  private func point(of time: Double, _ index: Int) -> HistoryPoint {
    var description = RunDescription()
    description.commit = commit.id
    description.session = session
    for parameter in result["parameters"]?.members ?? [] {
      description.labels[harmless(parameter.key)] = parameter.value.plainText
    }
    var missing: [String: String] = [:]
    let code = result["exit_codes"]?.elements?.dropFirst(index).first
    if code?.value == .null {
      missing[Measure.seconds.name] = "a signal ended the command"
    } else {
      description.scalars.append(Measure.seconds.scalar(time))
      if let code = code?.plainText, code != "0" { description.labels["exit code"] = code }
    }
    description.scalars += others(index)
    return HistoryPoint(
      stage: stage, name: "\(index + 1)", commit: commit, description: description,
      missing: missing)
  }

  /// The measurements of a run besides its time: memory, and for the first run the CPU times.
  private func others(_ index: Int) -> [Scalar] {
    var scalars: [Scalar] = []
    let memory = result["memory_usage_byte"]?.elements?.dropFirst(index).first
    if let bytes = memory?.number { scalars.append(Self.memory.scalar(bytes)) }
    guard index == 0 else { return scalars }
    for key in ["user", "system"] {
      guard let seconds = result[key]?.number else { continue }
      scalars.append(Measure.seconds.named("\(key) time").scalar(seconds))
    }
    return scalars
  }

  private static let memory = Measure.bytes.named("peak memory")
}

public import Analysis
public import Documents
internal import Recordings
internal import Units

/// The JSON output of `hitchmark analyze` in the format `hitchmark.analysis/1`, which `schemas/analysis.schema.json`
/// defines.
public enum AnalysisJSON {
  /// Writes the metrics of analyzed runs as JSON, in the units of the metric catalog and with full precision.
  ///
  /// - Parameters:
  ///   - runs: in the order of the command line.
  ///   - metrics: ids of metrics; empty for all.
  ///   - tool: the tool of `--as`; `nil` for the catalog.
  public static func value(
    of runs: [AnalyzedRun], metrics: [Metric.ID] = [], tool: ForeignTool? = nil
  ) -> JSONValue {
    var members: [JSONValue.Member] = [
      .init("schema", .string("hitchmark.analysis/1")), .init("generator", .string(Generator.name)),
    ]
    if let tool { members.append(.init("as", .string(tool.id))) }
    members.append(
      .init(
        "runs",
        .list(.init(count: runs.count) { run(of: runs[$0], metrics: metrics, tool: tool) })))
    return .object(members)
  }

  private static func run(
    of run: AnalyzedRun, metrics: [Metric.ID], tool: ForeignTool?
  ) -> JSONValue {
    let summary = run.summary
    let values = summary.values.filter { metrics.isEmpty || metrics.contains($0.metric.id) }
    var members: [JSONValue.Member] = [
      .init("source", .string(summary.origin.source)),
      .init("format", .string(summary.origin.format)),
      .init("dialect", .string(summary.origin.dialect)),
    ]
    if let stream = summary.origin.stream { members.append(.init("stream", .string(stream))) }
    if !run.otherStreams.isEmpty {
      members.append(.init("other_streams", others(run.otherStreams)))
    }
    if let provenance = summary.description.provenance {
      members.append(.init("provenance", .string(provenance)))
    }
    members += [
      .init("frames", .integer(summary.frameCount)),
      .init("frames_by_kind", kinds(of: summary)),
      .init("parameters", parameters(of: summary)),
      .init("metrics", known(values)),
    ]
    if let freeze = summary.longestFreeze, tool == nil {
      members.append(
        .init(
          "longest_freeze",
          [
            "start_s": .number(freeze.start.seconds),
            "duration_ms": .number(freeze.duration.milliseconds),
          ]))
    }
    let reported = values.filter { $0.value.basis == .reported && $0.value.value.value != nil }
    if !reported.isEmpty {
      members.append(.init("reported", .array(reported.map { .string($0.metric.id) })))
    }
    if tool != nil { members.append(.init("printed", printed(values))) }
    members += [
      .init("withheld", withheld(values)),
      .init("issues", .array(summary.issues.map(\.json))),
      .init("quality", .array(summary.quality.findings.map(\.json))),
    ]
    if let threads = summary.threads, metrics.isEmpty, tool == nil {
      members.append(.init("threads", .array(threads.entries.map(\.json))))
    }
    if let segments = summary.segments {
      members.append(.init("segments", .array(segments.map { segment(of: $0, metrics: metrics) })))
    }
    return .object(members)
  }

  private static func segment(of segment: SegmentSummary, metrics: [Metric.ID]) -> JSONValue {
    let values = segment.values.filter { metrics.isEmpty || metrics.contains($0.metric.id) }
    return [
      "name": .string(segment.name),
      "start_s": .number(segment.start.seconds),
      "end_s": .number(segment.end.seconds),
      "metrics": known(values),
      "withheld": withheld(values),
    ]
  }

  private static func others(_ streams: [(stream: String, frames: Int)]) -> JSONValue {
    .array(streams.map { ["stream": .string($0.stream), "frames": .integer($0.frames)] })
  }

  private static func kinds(of run: RunSummary) -> JSONValue {
    .object(run.frameCounts.map { .init($0.kind.name, .integer($0.count)) })
  }

  private static func parameters(of run: RunSummary) -> JSONValue {
    .object(run.parameters.values.map { .init($0.key.rawValue, $0.value.json) })
  }

  private typealias Values = [(metric: Metric, value: MetricValue)]

  private static func known(_ values: Values) -> JSONValue {
    .object(
      values.compactMap { metric, value in
        value.value.value.map { .init(metric.id, .number($0)) }
      })
  }

  /// The values as the tool prints them, with its names.
  private static func printed(_ values: Values) -> JSONValue {
    .object(
      values.compactMap { metric, value in
        value.value.value.map {
          .init(metric.title, .string(metric.printing.text(Quantity($0, metric.unit))))
        }
      })
  }

  private static func withheld(_ values: Values) -> JSONValue {
    .object(
      values.compactMap { metric, value in
        value.value.reason.map { .init(metric.id, .string($0)) }
      })
  }
}

extension ThreadProfile.Entry {
  fileprivate var json: JSONValue {
    var members: [JSONValue.Member] = [
      .init("name", .string(name)), .init("main", .bool(isMain)), .init("threads", .integer(count)),
    ]
    if let time { members.append(.init("cpu_s", .number(time))) }
    if let share { members.append(.init("share", .number(share))) }
    return .object(members)
  }
}

extension RunSummary {
  /// The number of frames behind the metrics; 0 without a timeline.
  fileprivate var frameCount: Int {
    frameCounts.filter { parameters.frames.includes($0.kind) }.reduce(0) { $0 + $1.count }
  }
}

extension ParameterValue {
  fileprivate var json: JSONValue {
    switch self {
    case .number(let number): .number(number)
    case .text(let text): .string(text)
    case .unknown: .null
    }
  }
}

extension ImportIssue {
  fileprivate var json: JSONValue {
    [
      "line": line.map { .integer($0) } ?? .null,
      "kind": .string(kind.rawValue),
      "severity": .string(kind.severity.rawValue),
      "count": .integer(count),
      "message": .string(message),
    ]
  }
}

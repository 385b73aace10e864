internal import Decoding
internal import Recordings
internal import Units

extension TraceFormat {
  /// Payloads that MetricKit delivers to applications, as JSON.
  static let metricKit = TraceFormat(
    id: "metrickit",
    title: "MetricKit payload",
    summary: """
      the measurements of one day on a user's phone: the hitch ratio of scrolling, times, memory, signposts, and \
      histograms of hangs and launches
      """,
    dialects: ["payload", "list of MetricKit payloads"],
    supports: """
      the metric hitch.ratio as MetricKit reports it; every other value in the payload becomes one value per run
      """,
    checkedAgainst: """
      example files that this project wrote, with the keys that Apple documents; no real payload is public
      """,
    recognize: { head in
      guard let outline = head.outline else { return .no() }
      for (prefix, dialect) in [("", "payload"), ("[].", "list of MetricKit payloads")] {
        let hasMetrics = outline.paths.contains { path in
          path.hasPrefix(prefix) && path.hasSuffix("Metrics")
            && !path.dropFirst(prefix.count).contains(".")
        }
        if hasMetrics, outline.has("\(prefix)metaData") || outline.has("\(prefix)timeStampBegin") {
          return .yes(dialect: dialect)
        }
      }
      return .no()
    },
    read: { (source, _, dialect) throws(TraceError) in
      try MetricKitPayload.runs(in: &source, dialect: dialect)
    })
}

/// Reads MetricKit payloads: what users' phones measured over a day.
struct MetricKitPayload: ~Copyable {
  private var json = JSONReader()
  private var runs: [TraceRun] = []
  private let source: String
  private let dialect: String
  /// The issues of payloads that contain no figure.
  private var issues = IssueLog()

  /// The maximum numbers of payloads, of figures per payload, and of figures in all payloads.
  private static let (mostRuns, mostFigures, mostOfAll) = (1 << 12, 500, 1 << 16)
  /// The maximum length in bytes of the path to a figure.
  private static let longestPath = 300
  private var figureCount = 0

  /// A histogram of a payload while it is being read.
  private struct Histogram {
    var buckets: [(end: Double, count: Double)] = []
    var unit = ""
    /// Whether buckets of the histogram were ignored, so that no figure can be computed from it.
    var isCut = false
  }

  /// The figures and facts of the payload that is being read.
  private struct Payload {
    var description = RunDescription()
    var issues = IssueLog()
  }

  /// Reads a MetricKit payload, or a list of payloads; O(bytes).
  ///
  /// - Returns: one run per payload.
  /// - Throws: if the text is not JSON, there is no figure, or the file cannot be read.
  static func runs(
    in source: inout TraceSource, dialect: String
  ) throws(TraceError) -> [TraceRun] {
    var reader = MetricKitPayload(source: source.name, dialect: dialect)
    try reader.read(&source)
    guard !reader.runs.isEmpty else {
      throw .noData(
        path: source.name, format: TraceFormat.metricKit.id, line: nil,
        firstIssue: reader.issues.inOrder.first)
    }
    return reader.runs
  }

  private init(source: String, dialect: String) {
    self.source = source
    self.dialect = dialect
  }

  // MARK: - Text

  private mutating func read(_ source: inout TraceSource) throws(TraceError) {
    let token = try json.next(in: &source)
    if token == .beginObject {
      try readPayload(&source)
    } else if token == .beginArray {
      while let token = try json.nextElement(in: &source) {
        if token == .beginObject {
          try readPayload(&source)
        } else {
          try json.skipRest(of: token, in: &source)
        }
      }
    }
    // Throws if anything follows the value.
    _ = try json.next(in: &source)
  }

  private mutating func readPayload(_ source: inout TraceSource) throws(TraceError) {
    var payload = Payload()
    while let key = try json.nextKey(in: &source) {
      switch key {
      case "timeStampBegin": payload.description.date = try text(&source)
      case "timeStampEnd": payload.description.labels["until"] = try text(&source)
      case "appVersion": payload.description.labels["app_version"] = try text(&source)
      case "metaData": try readMetadata(&payload, &source)
      case "signpostMetrics": try readSignposts(&payload, &source)
      default:
        let token = try json.next(in: &source)
        try readFigure(token, at: harmless(key, limit: 100), &payload, &source)
      }
    }
    try add(payload)
  }

  private mutating func readMetadata(
    _ payload: inout Payload, _ source: inout TraceSource
  ) throws(TraceError) {
    guard try json.enterObject(in: &source) else { return }
    while let key = try json.nextKey(in: &source) {
      let value = try text(&source)
      switch key {
      case "deviceType": payload.description.device.name = value
      case "osVersion": payload.description.device.os = value
      case "appBuildVersion": payload.description.labels["app_build"] = value
      case "regionFormat": payload.description.labels["region"] = value
      default: break
      }
    }
  }

  /// Reads the signposts of a payload, which are identified by category and name.
  ///
  /// In a signpost, category and name may come after the figures.
  private mutating func readSignposts(
    _ payload: inout Payload, _ source: inout TraceSource
  ) throws(TraceError) {
    guard try json.enterArray(in: &source) else { return }
    while let token = try json.nextElement(in: &source) {
      guard token == .beginObject else {
        try json.skipRest(of: token, in: &source)
        continue
      }
      try readSignpost(&payload, &source)
    }
  }

  private mutating func readSignpost(
    _ payload: inout Payload, _ source: inout TraceSource
  ) throws(TraceError) {
    var signpost = Payload()
    var (category, name): (String?, String?)
    while let key = try json.nextKey(in: &source) {
      switch key {
      case "signpostCategory": category = try text(&source)
      case "signpostName": name = try text(&source)
      default:
        let token = try json.next(in: &source)
        try readFigure(token, at: harmless(key, limit: 100), &signpost, &source)
      }
    }
    let place = ["signpost", category, name].compactMap { $0 }.joined(separator: ".")
    payload.issues.add(signpost.issues)
    for scalar in signpost.description.scalars {
      keep(scalar.value, scalar.unit, at: "\(place).\(scalar.name)", in: &payload)
    }
  }

  // MARK: - Figures

  /// Reads a value that is a figure or contains figures; the path consists of the names of JSON members that lead to
  /// the value.
  private mutating func readFigure(
    _ token: JSONToken, at path: String, _ payload: inout Payload, _ source: inout TraceSource
  ) throws(TraceError) {
    switch token {
    case .number:
      if let value = json.field.double.value { keep(value, .count, at: path, in: &payload) }
    case .string: take(json.text, at: path, in: &payload)
    case .beginObject:
      while let key = try json.nextKey(in: &source) {
        let token = try json.next(in: &source)
        if key == "histogramValue", token == .beginObject {
          try readHistogram(at: path, &payload, &source)
        } else if key == "histogramNumBuckets" {
          try json.skipRest(of: token, in: &source)
        } else {
          try readFigure(token, named: key, at: path, &payload, &source)
        }
      }
    default: try json.skipRest(of: token, in: &source)
    }
  }

  private mutating func readFigure(
    _ token: JSONToken, named name: String, at path: String, _ payload: inout Payload,
    _ source: inout TraceSource
  ) throws(TraceError) {
    let inner = "\(path).\(harmless(name, limit: 100))"
    guard inner.utf8.count <= Self.longestPath else {
      payload.issues.note(
        .tooMany, line: json.line,
        found: "MetricKit values that are nested too deeply, in \(shortened(path))"
      )
      return try json.skipRest(of: token, in: &source)
    }
    try readFigure(token, at: inner, &payload, &source)
  }

  private mutating func readHistogram(
    at path: String, _ payload: inout Payload, _ source: inout TraceSource
  ) throws(TraceError) {
    var histogram = Histogram()
    while try json.nextKey(in: &source) != nil {
      guard try json.enterObject(in: &source) else { continue }
      try readBucket(of: &histogram, &payload, &source)
    }
    keep(histogram, at: path, in: &payload)
  }

  private mutating func readBucket(
    of histogram: inout Histogram, _ payload: inout Payload, _ source: inout TraceSource
  ) throws(TraceError) {
    var (count, end): (Double?, Double?)
    while let key = try json.nextKey(in: &source) {
      let value = try json.scalar(in: &source) ?? ""
      if key == "bucketCount" { count = Double(value) }
      guard key == "bucketEnd" else { continue }
      switch AppleMeasure.read(value) {
      case .value(let number, let unit): (end, histogram.unit) = (number, unit)
      case .ambiguous:
        payload.issues.note(.ambiguousNumber, line: json.line, found: shortened(value))
      case .none: payload.issues.note(.unreadableSample, line: json.line, found: shortened(value))
      }
    }
    guard let count, let end, count > 0 else { return }
    if histogram.buckets.count < Self.mostFigures {
      histogram.buckets.append((end, count))
    } else {
      histogram.isCut = true
    }
  }

  /// Stores the number of events, the median and the 95th percentile of a histogram.
  private func keep(_ histogram: Histogram, at path: String, in payload: inout Payload) {
    if histogram.isCut {
      return payload.issues.note(.tooMany, line: json.line, found: "buckets of \(path)")
    }
    let count = histogram.buckets.reduce(0) { $0 + $1.count }
    guard count > 0, count.isFinite else { return }
    keep(count, .count, at: "\(path).count", in: &payload)
    let (unit, factor) = AppleUnit.named(histogram.unit)
    let buckets = histogram.buckets.sorted { $0.end < $1.end }
    for (name, share) in [("p50_at_most", 0.5), ("p95_at_most", 0.95)] {
      var below = 0.0
      let bucket = buckets.first { bucket in
        below += bucket.count
        return below >= share * count
      }
      if let bucket { keep(bucket.end * factor, unit, at: "\(path).\(name)", in: &payload) }
    }
  }

  private func take(_ text: String, at path: String, in payload: inout Payload) {
    switch AppleMeasure.read(text) {
    case .value(let value, let word):
      let (unit, factor) = AppleUnit.named(word)
      keep(value * factor, unit, at: path, in: &payload)
    case .ambiguous: payload.issues.note(.ambiguousNumber, line: json.line, found: shortened(text))
    case .none: payload.issues.note(.unreadableSample, line: json.line, found: shortened(text))
    }
  }

  private func keep(_ value: Double, _ unit: Unit, at path: String, in payload: inout Payload) {
    guard value.isFinite else { return }
    // The limit is checked first, so that excess figures are not compared with all other figures.
    guard payload.description.scalars.count < Self.mostFigures else {
      return payload.issues.note(.tooMany, line: json.line, found: "figures")
    }
    guard !payload.description.scalars.contains(where: { $0.name == path }) else { return }
    payload.description.scalars.append(
      Scalar(name: path, value: value, unit: unit, lowerIsBetter: nil))
    let isRatio = path == "animationMetrics.scrollHitchTimeRatio"
    if isRatio, unit == .millisecondsPerSecond {
      payload.description.reported["hitch.ratio"] = value
    }
  }

  private mutating func text(_ source: inout TraceSource) throws(TraceError) -> String? {
    try json.scalar(in: &source).map { harmless($0, limit: 200) }.flatMap { $0.isEmpty ? nil : $0 }
  }

  // MARK: - Runs

  private mutating func add(_ payload: Payload) throws(TraceError) {
    let count = payload.description.scalars.count
    guard count > 0 else { return issues.add(payload.issues) }
    figureCount += count
    guard runs.count < Self.mostRuns else { throw tooMany("payloads", Self.mostRuns) }
    guard figureCount <= Self.mostOfAll else {
      throw tooMany("figures in all MetricKit payloads of the file", Self.mostOfAll)
    }
    runs.append(
      TraceRun(
        Recording(
          origin: .init(
            source: source, format: TraceFormat.metricKit.id, dialect: dialect,
            stream: payload.description.date),
          timeline: .withheld(
            because: "a MetricKit payload contains summary figures of one day, and no frames"),
          description: payload.description, issues: payload.issues.inOrder)))
  }

  private func tooMany(_ what: String, _ limit: Int) -> TraceError {
    .tooMany(what, limit: limit, path: source, line: json.line)
  }
}

internal import Decoding
internal import Recordings
internal import Units

extension TraceFormat {
  /// Traces of Chrome and browsers based on it, as saved by the developer tools and `chrome://tracing`.
  static let chrome = TraceFormat(
    id: "chrome",
    title: "Chrome trace JSON",
    summary: """
      the frames of each renderer process that reached the screen or were drawn, dropped frames whose loss could be \
      seen, and the times in which the page requested no frame. From Chrome \
      traces, Hitchmark also reads self times of functions, stages of Chrome's work on frames, sampling profiles of \
      scripts, intervals in which frames were expected, and user timings of the page
      """,
    dialects: ["object", "array"],
    supports: """
      all metrics of frames except CPU and GPU times; latency only if the trace contains the times at which frames \
      reached the screen
      """,
    checkedAgainst: """
      four traces, in which another program found the same number of frames, and two traces without frames, which Hitchmark \
      refuses
      """,
    recognize: { head in
      guard let outline = head.outline, case .chrome? = TraceEventShape(outline) else {
        return .no()
      }
      return .yes(dialect: TraceEventShape.container(in: outline))
    },
    read: { (source, _, dialect) throws(TraceError) in
      try ChromeTrace.runs(in: &source, dialect: dialect)
    })
}

/// Metadata of processes and the machine in a Chrome trace.
struct ChromeFacts {
  private var processNames: [Int64: String] = [:]
  private var pageTitles: [Int64: String] = [:]
  private var intervals: [Int: Int] = [:]

  /// The maximum number of processes, and of distinct vsync intervals, that are stored.
  private static let limit = 1 << 12

  /// Reads a `process_name` event of a Chrome trace.
  mutating func noteProcess(_ process: Int64, name: String) {
    guard processNames.count < Self.limit else { return }
    processNames[process] = harmless(name)
  }

  /// Reads a `thread_name` event of a Chrome trace, and names the process by its main thread.
  ///
  /// Older traces name only threads, not processes, but the name of the main thread identifies the process.
  mutating func noteThread(of process: Int64, name: String) {
    let processes = [
      "CrBrowserMain": "Browser", "CrRendererMain": "Renderer", "CrGpuMain": "GPU Process",
    ]
    guard processNames[process] == nil, let name = processes[name] else { return }
    noteProcess(process, name: name)
  }

  /// Reads a `process_labels` event: the titles of the pages in a process.
  mutating func notePage(of process: Int64, title: String) {
    guard pageTitles.count < Self.limit else { return }
    pageTitles[process] = harmless(title)
  }

  /// Counts an interval between two vsyncs, in microseconds; implausible intervals are ignored.
  mutating func noteInterval(_ microseconds: Double?) {
    guard let interval = microseconds, interval >= 1000, interval <= 1_000_000,
      intervals.count < Self.limit
    else { return }
    intervals[Int(interval), default: 0] += 1
  }

  /// The name that users see for the frames of a process or layer tree, such as `Renderer 7431`.
  ///
  /// - Parameter isAlone: whether no other layer tree of the process was drawn.
  func name(of key: ChromeStream.Key, isAlone: Bool) -> String {
    let process = "\(processNames[key.process] ?? "pid") \(key.process)"
    guard !isAlone, let layerTree = key.layerTree else { return process }
    return "\(process) layer tree \(layerTree)"
  }

  /// Whether the frames of a process are a page, or what Chrome draws around pages.
  ///
  /// A page counts even if it drew for a moment only.
  func role(of process: Int64) -> StreamRole {
    let title = pageTitles[process] ?? ""
    let isTool = ["DevTools", "Extension:", "chrome-extension:"].contains { title.hasPrefix($0) }
    return isTool ? .surroundings : StreamRole(ofStream: processNames[process])
  }

  /// The metadata of a run from a Chrome trace, such as device, page and refresh rate.
  ///
  /// - Parameters:
  ///   - process: the process that drew the frames of the run.
  ///   - vsyncInterval: the interval between the vsyncs of its frames; `nil` if it is unknown.
  ///   - metadata: the metadata that the tracer wrote.
  func description(
    of process: Int64, vsyncInterval: Nanoseconds?, metadata: [String: String]
  ) -> RunDescription {
    var description = RunDescription()
    description.date = (metadata["startTime"] ?? metadata["trace-capture-datetime"])
      .map(Self.sortable)
    description.device.os =
      [metadata["os-name"], metadata["os-version"]].compactMap { $0 }
      .joined(separator: " ").nonEmpty
    description.device.cpu = metadata["cpu-brand"]
    description.device.gpu = metadata["gpu-gl-renderer"]
    description.device.refreshRate = refreshRate(vsyncInterval)
    description.labels["page"] = pageTitles[process]
    description.labels["browser"] = metadata["product-version"]
    description.labels["cpu_throttling"] = metadata["cpuThrottling"]
    return description
  }

  /// A date and time as of ISO 8601, so that the order of texts is that of times.
  ///
  /// `chrome://tracing` writes `2026-2-7 9:0:0`; other forms stay as they are.
  private static func sortable(_ date: String) -> String {
    let parts = date.split(separator: " ")
    let days = parts.first?.split(separator: "-") ?? []
    let hours = parts.last?.split(separator: ":") ?? []
    guard parts.count == 2, days.count == 3, hours.count == 3,
      (days + hours).allSatisfy({ Int($0) != nil })
    else { return date }
    func padded(_ number: Substring) -> String { number.count == 1 ? "0\(number)" : String(number) }
    return days.map(padded).joined(separator: "-") + "T" + hours.map(padded).joined(separator: ":")
  }

  /// The refresh rate in hertz, from the most frequent scheduling interval, or else from the vsyncs of the frames.
  ///
  /// Measured intervals have errors of some microseconds, so a refresh rate close to a whole number of hertz is rounded
  /// to this number.
  private func refreshRate(_ vsyncInterval: Nanoseconds?) -> Double? {
    let most = intervals.max { ($0.value, $1.key) < ($1.value, $0.key) }
    guard let interval = most.map({ Double($0.key) * 1000 }) ?? vsyncInterval.map(Double.init)
    else { return nil }
    let hertz = 1e9 / interval
    let isWhole = abs(hertz - hertz.rounded()) < 0.003 * hertz
    return isWhole ? hertz.rounded() : (hertz * 10).rounded() / 10
  }
}

extension String {
  fileprivate var nonEmpty: String? { isEmpty ? nil : self }
}

internal import Decoding
internal import Recordings
internal import Units

/// What a trace of Chrome tells of its processes and of the machine.
struct ChromeFacts {
  private var processNames: [Int64: String] = [:]
  private var pageTitles: [Int64: String] = [:]
  private var intervals: [Int: Int] = [:]

  /// Processes, and different vsync intervals, at most.
  private static let limit = 1 << 12

  /// Takes a `process_name`.
  mutating func noteProcess(_ process: Int64, name: String) {
    guard processNames.count < Self.limit else { return }
    processNames[process] = harmless(name)
  }

  /// Takes a `thread_name`: older traces name only threads, but a process has one main thread.
  mutating func noteThread(of process: Int64, name: String) {
    let processes = [
      "CrBrowserMain": "Browser", "CrRendererMain": "Renderer", "CrGpuMain": "GPU Process",
    ]
    guard processNames[process] == nil, let name = processes[name] else { return }
    noteProcess(process, name: name)
  }

  /// Takes a `process_labels`: the titles of the pages in a process.
  mutating func notePage(of process: Int64, title: String) {
    guard pageTitles.count < Self.limit else { return }
    pageTitles[process] = harmless(title)
  }

  /// Takes the time between two vsyncs, in microseconds.
  mutating func noteInterval(_ microseconds: Double?) {
    guard let interval = microseconds, interval >= 1000, interval <= 1_000_000,
      intervals.count < Self.limit
    else { return }
    intervals[Int(interval), default: 0] += 1
  }

  /// A stream in words, such as `Renderer 7431`.
  ///
  /// - Parameters:
  ///   - key: the stream's.
  ///   - isAlone: whether no other layer tree of its process was drawn.
  /// - Returns: the words.
  func name(of key: ChromeStream.Key, isAlone: Bool) -> String {
    let process = "\(processNames[key.process] ?? "pid") \(key.process)"
    guard !isAlone, let layerTree = key.layerTree else { return process }
    return "\(process) layer tree \(layerTree)"
  }

  /// What is known of a run.
  ///
  /// - Parameters:
  ///   - process: that it was drawn in.
  ///   - vsyncInterval: time between vsyncs as its frames began with them; `nil` where that is not known.
  ///   - metadata: what the tracer says.
  /// - Returns: the facts.
  func description(
    of process: Int64, vsyncInterval: Nanoseconds?, metadata: [String: String]
  ) -> RunDescription {
    var description = RunDescription()
    description.date = metadata["startTime"] ?? metadata["trace-capture-datetime"]
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

  /// The refresh rate by the interval that most frames were scheduled with, or else by the vsyncs that
  /// they began with.
  ///
  /// Both are known to some microseconds only, so that a rate next to a whole number of hertz is that number.
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

internal import Decoding
internal import Recordings
internal import Units

extension TraceFormat {
  /// Perfetto traces in protobuf format.
  static let perfetto = TraceFormat(
    id: "perfetto",
    title: "Perfetto",
    summary: """
      the frames of each surface, from Android's FrameTimeline: when each frame was presented, how late the frame was, \
      and why; or the frames in the track events of Chrome and Flutter. From Perfetto traces, Hitchmark also reads self \
      times of functions, waits of threads, and the CPU use of processes and threads
      """,
    dialects: [
      PerfettoDialect.frameTimeline, PerfettoDialect.slices, PerfettoDialect.flutter,
      PerfettoDialect.chrome, PerfettoDialect.scheduler,
    ],
    supports:
      "all metrics of frames, the causes of late frames, and the CPU use of processes and threads",
    checkedAgainst: """
      one trace of Android, in which another program found the same causes of lateness as Hitchmark, for 801 frames of \
      the display and 1,068 frames of surfaces; and one trace of Flutter with three frames, in which another program \
      found the same build and render times. Track events of Chrome only with example files, one of them in both forms, \
      which give the same values
      """,
    recognize: { head in
      PerfettoHead.isPerfetto(head) ? .yes(dialect: PerfettoDialect.frameTimeline) : .no()
    },
    read: { (source, head, dialect) throws(TraceError) in
      var trace = try PerfettoTrace(reading: &source)
      return try trace.runs(source: source.name)
    })
}

/// Recognizes Perfetto traces by their first packets.
enum PerfettoHead {
  /// The tags of fields that identify a packet of Perfetto's tracing service, such as its time or its writer.
  private static let marks: Set<UInt32> = [3 << 3, 8 << 3, 10 << 3, 58 << 3, 79 << 3]

  /// The tags of messages that Perfetto's tracing service writes in packets without an identifying field.
  private static let messages: Set<UInt32> = [
    6 << 3 | 2, 33 << 3 | 2, 35 << 3 | 2, 36 << 3 | 2, 45 << 3 | 2, 50 << 3 | 2, 60 << 3 | 2,
    89 << 3 | 2, 133 << 3 | 2,
  ]

  private static let largestField: UInt32 = 1000

  /// Whether the beginning of a file consists of Perfetto packets, one of which has an identifying field.
  ///
  /// The last of these packets may be cut off.
  static func isPerfetto(_ head: TraceHead) -> Bool {
    guard head.bytes.first == 10, !head.isText else { return false }
    return head.bytes.withUnsafeBufferPointer { bytes in
      guard let start = bytes.baseAddress else { return false }
      return arePackets(WireBytes(start: start, count: bytes.count))
    }
  }

  private static func arePackets(_ bytes: WireBytes) -> Bool {
    var cursor = WireCursor(bytes)
    for index in 0..<packetLimit where !cursor.isAtEnd {
      guard cursor.tag() == 10 else { return false }
      let length = cursor.varint()
      guard !cursor.isBroken else { return false }
      let isWhole = length <= UInt64(cursor.remaining)
      let packet = cursor.take(min(Int(clamping: length), cursor.remaining))
      switch isMarked(packet, isWhole: isWhole) {
      case true?: return true
      // A trace may be damaged anywhere except at its beginning.
      case nil where index == 0: return false
      default: break
      }
    }
    return false
  }

  /// The maximum number of packets in which an identifying field is searched.
  private static let packetLimit = 16

  /// Whether a packet has an identifying field; `nil` if the bytes are not a packet.
  private static func isMarked(_ packet: WireBytes, isWhole: Bool) -> Bool? {
    var cursor = WireCursor(packet)
    var isMarked = false
    while case let tag = cursor.tag(), tag != 0 {
      guard tag >> 3 <= largestField else { return nil }
      isMarked = isMarked || marks.contains(tag) || messages.contains(tag)
      cursor.skip(tag)
    }
    return cursor.isBroken && isWhole ? nil : isMarked
  }
}

extension TraceHead {
  /// Whether the beginning of the file contains only bytes that are possible in text.
  fileprivate var isText: Bool {
    !bytes.prefix(1024).contains { $0 < 9 || ($0 > 13 && $0 < 32 && $0 != 27) || $0 == 127 }
  }
}

extension PerfettoTrace {
  /// The runs of a Perfetto trace: one per surface and one for the display.
  ///
  /// If the trace has no FrameTimeline events, there is one run per process with frames, from slices of Android's
  /// view system, from Flutter's events, or from Chrome's.
  ///
  /// - Throws: if the trace has neither frames nor context switches.
  mutating func runs(source: String) throws(TraceError) -> [TraceRun] {
    var origin = Recording.Origin(
      source: source, format: TraceFormat.perfetto.id, dialect: PerfettoDialect.frameTimeline)
    var times = selfTimes
    var runs = surfaceRuns(origin, &times)
    if runs.isEmpty {
      origin.dialect = PerfettoDialect.slices
      runs = SliceFrames.runs(
        of: kernel.slices, &times, names: processes, counters: counters, origin)
    }
    if runs.isEmpty {
      origin.dialect = PerfettoDialect.flutter
      runs = [flutter.run(origin)].compactMap(\.self)
    }
    if runs.isEmpty {
      origin.dialect = PerfettoDialect.chrome
      runs = chrome.runs(origin)
    }
    if runs.isEmpty, !kernel.usage.isEmpty {
      origin.dialect = PerfettoDialect.scheduler
      runs = [schedulerRun(origin)]
    }
    guard !runs.isEmpty else {
      throw .refused(path: source, noFrames(origin.format))
    }
    for index in runs.indices { finish(&runs[index].recording, isAlone: runs.count == 1) }
    return runs
  }

  private borrowing func noFrames(_ format: String) -> TraceRefusal {
    if flutter.hasEvents { return FlutterEngineTrace.noFrames(format) }
    if programs.hasChrome { return ChromeTrace.noFrames(format) }
    return .noFrames(
      format: format, wanted: ["FrameTimeline"] + FrameSlices.names,
      categories: PerfettoDialect.wanted)
  }

  private func finish(_ recording: inout Recording, isAlone: Bool) {
    recording.description.device.fillIn(from: device)
    recording.issues += issues.inOrder
    if isAlone { recording.origin.stream = nil }
  }

  // MARK: - FrameTimeline

  private func surfaceRuns(_ origin: Recording.Origin, _ times: inout SelfTimes) -> [TraceRun] {
    let presents = DisplayPresents(frames.display)
    let rate = NominalRefreshRate.hertz(ofTimes: frames.expectedPresents)
    var slices: [Int64: SlicesByVsync] = [:]
    for process in kernel.slices.processes { slices[process.id] = SlicesByVsync(process) }
    var runs: [(process: Int64, run: TraceRun)] = []
    let refresh = Nanoseconds(1e9 / (rate ?? 60))
    frames.forEachLayer { layer in
      var frames = SurfaceRun(
        layer, presents: presents, slices: slices[layer.process], refresh: refresh)
      frames.setParts(from: &times, ofProcess: layer.process)
      if let run = run(of: layer, frames, origin, rate) { runs.append((layer.process, run)) }
    }
    for index in runs.indices { runs[index].run.recording.issues += times.issues.inOrder }
    counters.add(to: &runs)
    return runs.map(\.run) + displayRun(origin, rate)
  }

  private func displayRun(_ origin: Recording.Origin, _ rate: Double?) -> [TraceRun] {
    guard let display = frames.display,
      var run = run(of: display, SurfaceRun(display: display), origin, rate)
    else { return [] }
    run.role = .compositor
    return [run]
  }

  private func run(
    of layer: SurfaceLayer, _ frames: SurfaceRun, _ origin: Recording.Origin, _ rate: Double?
  ) -> TraceRun? {
    guard let timeline = frames.timeline else { return nil }
    var origin = origin
    let name = layer.name.flatMap { $0.isEmpty ? nil : $0 } ?? "display"
    origin.stream = "\(name) \(layer.process)"
    var recording = Recording(
      origin: origin, timeline: .known(timeline), issues: frames.issues.inOrder)
    recording.description.device.refreshRate = rate
    recording.description.labels["application"] =
      processes.name(of: layer.process) ?? layer.package
    recording.description.scalars = scalars(of: layer)
    return TraceRun(recording, clockOrigin: frames.clockOrigin)
  }

  /// The number of a surface's frames per jank type, as scalars; the first frame and unfinished frames count too.
  private func scalars(of layer: SurfaceLayer) -> [Scalar] {
    let frames = Scalar(
      name: "perfetto.frames", value: Double(layer.count), unit: .count, lowerIsBetter: nil)
    let verdicts = layer.jankCounts.map { name, count in
      Scalar(
        name: "perfetto.\(name)", value: Double(count), unit: .count, lowerIsBetter: true)
    }
    return [frames] + verdicts
  }

  // MARK: - Other frames, and none

  private func schedulerRun(_ origin: Recording.Origin) -> TraceRun {
    let counters = counters.counters(of: nil)
    return TraceRun(
      Recording(
        origin: origin,
        timeline: .withheld(
          because:
            "the trace has no frames; when you record, turn on \(PerfettoDialect.wanted.joined(separator: ", "))"
        ),
        counters: counters))
  }

  // MARK: - Counters

  private var counters: SchedCounters {
    SchedCounters(kernel.usage, names: processes, processorCount: processorCount)
  }
}

/// The source of a Perfetto trace's frames, which is the name of the dialect.
enum PerfettoDialect {
  static let frameTimeline = "FrameTimeline"
  static let slices = "slices of doFrame and DrawFrame"
  static let flutter = "track events of Flutter"
  static let chrome = "track events of Chrome"
  static let scheduler = "scheduler alone"

  /// The data sources and categories to record so that a trace contains frames.
  static let wanted = ["android.surfaceflinger.frametimeline", "view", "gfx"]
}

/// Reads the facts about the device and the recording in packets of a Perfetto trace.
enum SystemFacts {
  /// The name and operating system of the device, from a `SystemInfo` message.
  static func device(of message: WireBytes) -> Device {
    var device = Device()
    var system = WireCursor(message)
    while case let tag = system.tag(), tag != 0 {
      switch tag {
      case 18: device.name = name(inFingerprint: system.bytes().text)
      case 40: device.os = "Android API \(system.varint())"
      default: system.skip(tag)
      }
    }
    return device
  }

  /// The brand and device in Android's build fingerprint, `brand/product/device:version/…`.
  private static func name(inFingerprint fingerprint: String) -> String? {
    let parts = harmless(fingerprint, limit: 300).split(separator: "/")
    guard parts.count > 2, let device = parts[2].split(separator: ":").first else { return nil }
    return "\(parts[0]) \(device)"
  }

  /// The number of processors in a `CpuInfo` message; 0 if the message has none.
  static func processorCount(of message: WireBytes) -> Int {
    var count = 0
    var processors = WireCursor(message)
    while case let tag = processors.tag(), tag != 0 {
      if tag == 10 { count += 1 }
      processors.skip(tag)
    }
    return count
  }

  /// The number of losses because buffers were full, by the names of the counters, from a `TraceStats` message.
  ///
  /// Overwritten data in a ring buffer is no loss, because a ring buffer intentionally keeps only the end of a trace.
  static func losses(of message: WireBytes) -> [String: Int] {
    var losses: [String: Int] = [:]
    var statistics = WireCursor(message)
    while case let tag = statistics.tag(), tag != 0 {
      guard tag == 10 else {
        statistics.skip(tag)
        continue
      }
      var buffer = WireCursor(statistics.bytes())
      while case let tag = buffer.tag(), tag != 0 {
        guard let name = lossCounters[tag] else {
          buffer.skip(tag)
          continue
        }
        let count = Int(truncatingIfNeeded: buffer.varint() & 0xFFFF_FFFF)
        losses[name, default: 0] += count
      }
    }
    return losses
  }

  /// The counters of a `TraceStats` message that count losses: their names, by tag.
  private static let lossCounters: [UInt32: String] = [
    18 << 3: "chunks_discarded", 19 << 3: "trace_writer_packet_loss",
  ]
}

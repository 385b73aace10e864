internal import Decoding
internal import Recordings
internal import Units

/// The contents of a file `run.json`, which describes a run.
struct RunFile {
  /// The metadata of the run, such as its commit, device and labels.
  let description: RunDescription

  /// The activities of the run, in which frames count, relative to the first present.
  let activity: [Marker]

  /// A part of the name of the stream whose frames count; `nil` for the likeliest one.
  let stream: String?

  /// The part of the run that counts; `nil` if all of it does.
  let cut: TimeCut?

  /// The time that the clock of the run's tables shows at time 0 of the trace's clock; 0 if both have one clock.
  let clockStart: Nanoseconds

  /// Parses a `run.json`, which may contain comments and trailing commas.
  ///
  /// Unknown keys are errors, except below `labels`, `device`, `scalars` and `reported`, where any name is allowed.
  ///
  /// - Parameter measures: the measures that the run's suite declares.
  init(_ bytes: [UInt8], measures: [OwnMeasure] = []) throws(DescriptionProblem) {
    var file = try DescribedObject(bytes)
    var description = RunDescription()
    description.commit = try file.text("commit")
    description.date = try file.text("date")
    description.session = try file.text("session")
    description.provenance = try file.text("provenance")
    description.testDuration = try file.nanoseconds("duration_s", in: .seconds)
    if var device = try file.object("device") { description.device = try Self.device(&device) }
    if var labels = try file.object("labels") { description.labels = try labels.remainingTexts() }
    description.measures = measures
    if var scalars = try file.object("scalars") {
      description.scalars = try scalars.scalars(of: measures)
    }
    description.threads = try file.threads(isReported: false)
    if var reported = try file.object("reported") {
      description.threads = try reported.threads(isReported: true) ?? description.threads
      description.reported = try reported.remainingNumbers()
    }
    activity = try Self.activity(&file)
    clockStart = try file.time("clock_start") ?? 0
    stream = try file.text("stream")
    cut = try Self.cut(&file)
    try file.finish()
    self.description = description
  }

  private static func device(_ object: inout DescribedObject) throws(DescriptionProblem) -> Device {
    var device = Device()
    device.name = try object.text("name")
    device.os = try object.text("os")
    device.cpu = try object.text("cpu")
    device.gpu = try object.text("gpu")
    device.refreshRate = try object.number(
      "refresh_rate_hz", wanted: "a number above 0 and at most 10,000",
      where: Device.isRefreshRate)
    device.inputLag = try object.nanoseconds("input_lag_ms", in: .milliseconds)
    device.properties = try object.remainingTexts()
    if let range = device.properties[Device.refreshRangeKey], device.refreshRange == nil {
      throw .wrongValue(
        path: object.place(of: Device.refreshRangeKey), found: range,
        wanted: "the lowest and the highest refresh rate in hertz, such as \"48-144\"")
    }
    return device
  }

  private static func cut(_ file: inout DescribedObject) throws(DescriptionProblem) -> TimeCut? {
    let (from, to) = (try file.time("from"), try file.time("to"))
    guard from != nil || to != nil else { return nil }
    guard let cut = TimeCut(from: from, to: to) else {
      throw .wrongValue(
        path: file.place(of: "to_s"), found: "\(to ?? 0) ns", wanted: "a time after from_s")
    }
    return cut
  }

  private static func activity(
    _ file: inout DescribedObject
  ) throws(DescriptionProblem) -> [Marker] {
    var markers: [Marker] = []
    for entry in try file.objects("activity") {
      var entry = entry
      let name = try entry.text("name") ?? "activity"
      let start = try entry.requiredTime("start")
      let end = try entry.requiredTime("end")
      guard end >= start else {
        throw .wrongValue(
          path: entry.place(of: "end"), found: "\(end) ns",
          wanted: "an end at or after the start of the activity")
      }
      try entry.finish()
      markers.append(Marker(start: start, end: end, name: name, isActivity: true))
    }
    return markers
  }
}

extension DescribedObject {
  /// Reads a time that must be at least 0 and less than a century; `nil` if the key is missing.
  mutating func nanoseconds(
    _ key: String, in unit: TimeUnit
  ) throws(DescriptionProblem) -> Nanoseconds? {
    let factor = Double(unit.length)
    let time = try number(key, wanted: "a time from 0 to a century") {
      $0 >= 0 && $0 * factor < 3e18
    }
    return time.map { Nanoseconds(($0 * factor).rounded()) }
  }

  /// Reads a time whose key ends in the suffix of a unit, such as `start_s`; `nil` if the key is missing.
  mutating func time(_ key: String) throws(DescriptionProblem) -> Nanoseconds? {
    for (suffix, unit) in TimeUnit.suffixes {
      if let time = try nanoseconds(key + suffix, in: unit) { return time }
    }
    return nil
  }

  /// Reads a required time whose key ends in the suffix of a unit, such as `start_s`.
  fileprivate mutating func requiredTime(_ key: String) throws(DescriptionProblem) -> Nanoseconds {
    guard let time = try time(key) else { throw .missingKey(path: place(of: key + "_ms")) }
    return time
  }
}

extension DescribedObject {
  /// Reads the CPU time per thread from `threads`; `nil` if the key is missing.
  ///
  /// - Parameter isReported: whether the figures are taken from a publication or another tool.
  mutating func threads(isReported: Bool) throws(DescriptionProblem) -> ThreadList? {
    guard var object = try object("threads") else { return nil }
    var threads: [ThreadList.Thread] = []
    var known: Set<[String?]> = []
    for entry in try object.objects("list") {
      let thread = try entry.thread(besidesMain: known.contains(Self.main))
      if thread.isMain { known.insert(Self.main) }
      guard known.insert([thread.name, thread.id]).inserted else {
        throw .repeatedThread(path: entry.place(of: "name"), thread: thread.name, id: thread.id)
      }
      threads.append(thread)
    }
    guard !threads.isEmpty else { throw .missingKey(path: object.place(of: "list")) }
    let total = try object.nanoseconds("total_s", in: .seconds)
    try object.finish()
    let list = ThreadList(threads: threads, total: total, isReported: isReported)
    try object.check(list)
    return list
  }

  /// Stands among the names and ids of threads for the main thread.
  private static let main: [String?] = []

  /// Reads one element of the list of threads, which describes one thread.
  ///
  /// - Parameter hasMain: whether another thread is the main thread.
  private func thread(
    besidesMain hasMain: Bool
  ) throws(DescriptionProblem) -> ThreadList.Thread {
    var entry = self
    var thread = ThreadList.Thread(name: try entry.requiredText("name"))
    thread.id = try entry.text("id")
    thread.isMain = try entry.flag("main") ?? false
    thread.time = try entry.time("cpu")
    thread.share = try entry.number("share", wanted: "a fraction from 0 to 1") {
      (0...1).contains($0)
    }
    try entry.finish()
    if thread.time == nil, thread.share == nil { throw .missingKey(path: entry.place(of: "cpu_s")) }
    if thread.isMain, hasMain {
      throw .wrongValue(
        path: entry.place(of: "main"),
        found: "true, but another thread is already marked as the main thread",
        wanted: "a single main thread in the list of threads")
    }
    return thread
  }

  /// Checks that the shares of threads do not exceed 100%, and that their times do not exceed the total.
  private func check(_ list: ThreadList) throws(DescriptionProblem) {
    let shares = list.threads.compactMap(\.share)
    let sum = shares.reduce(0, +)
    // Printed shares are rounded, so their sum may be slightly above 100%.
    guard sum <= 1.01 else {
      throw .wrongValue(
        path: place(of: "list"),
        found:
          "a list of threads whose shares of the CPU time sum up to \(Quantity(sum, .fraction).text(decimals: 1))",
        wanted: "at most 100%")
    }
    let times = list.threads.compactMap(\.time).map { Double($0) }.reduce(0, +)
    guard let total = list.total, Double(total) < times * 0.995 else { return }
    let least = Quantity(times / 1e9, .seconds).text(significantDigits: 4)
    throw .wrongValue(
      path: place(of: "total_s"),
      found: Quantity(Double(total) / 1e9, .seconds).text(significantDigits: 4),
      wanted: "at least \(least), because the CPU times of the threads add up to this time")
  }
}

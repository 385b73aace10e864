internal import Decoding
internal import Recordings
internal import Units

/// Reads the results of Unity's performance tests, whose members may have any order.
struct UnityResults: ~Copyable {
  private var json = JSONReader()
  private var tests: [Test] = []
  private var description = RunDescription()
  private var issues = IssueLog()

  /// The maximum numbers of tests, of sample groups per test, of all sample groups, and of all samples.
  private static let (mostTests, mostGroups, mostOfAll, mostSamples) = (
    1 << 14, 1 << 8, 1 << 15, 1 << 20
  )

  private var (groupCount, sampleCount) = (0, 0)

  /// A Unity test with its sample groups, each of which measures one thing.
  struct Test {
    var name = ""
    var groups: [UnitySampleGroup] = []
  }

  /// Reads the results of Unity's performance tests; O(bytes) in time, O(samples) in memory.
  ///
  /// - Returns: one run per test with samples.
  /// - Throws: if the text is not JSON, nothing was measured, or the file cannot be read.
  static func runs(
    in source: inout TraceSource, dialect: String
  ) throws(TraceError) -> [TraceRun] {
    var results = UnityResults()
    try results.readRun(in: &source)
    // Throws if anything follows the value.
    _ = try results.json.next(in: &source)
    return try results.runs(source: source.name, dialect: dialect)
  }

  /// Reads the result of one Unity test from a line of a log.
  static func test(in bytes: [UInt8], name: String) throws(TraceError) -> Test {
    var results = UnityResults()
    var source = TraceSource(bytes: bytes, name: name)
    guard try results.json.enterObject(in: &source) else { return Test() }
    return try results.readTest(in: &source)
  }

  // MARK: - Text

  /// Reads results of tests, which may be in an array or in the member `Run`.
  private mutating func readRun(in source: inout TraceSource) throws(TraceError) {
    let token = try json.next(in: &source)
    if token == .beginArray {
      while let token = try json.nextElement(in: &source) {
        if token == .beginObject {
          try readMembers(in: &source)
        } else {
          try json.skipRest(of: token, in: &source)
        }
      }
    } else if token == .beginObject {
      try readMembers(in: &source)
    }
  }

  private mutating func readMembers(in source: inout TraceSource) throws(TraceError) {
    while let key = try json.nextKey(in: &source) {
      switch key {
      case "Run": if try json.enterObject(in: &source) { try readMembers(in: &source) }
      case "Results": try readTests(in: &source)
      case "Hardware", "PlayerSystemInfo", "Player", "PlayerSettings":
        try readFacts(in: &source)
      case "Date", "StartTime": try readDate(in: &source)
      case "TestSuite": description.labels["test_suite"] = try text(in: &source)
      case "Editor", "EditorVersion": try readEditor(in: &source)
      default: try json.skipValue(in: &source)
      }
    }
  }

  private mutating func readFacts(in source: inout TraceSource) throws(TraceError) {
    guard try json.enterObject(in: &source) else { return }
    while let key = try json.nextKey(in: &source) {
      let value = try text(in: &source)
      switch key {
      case "OperatingSystem": description.device.os = value
      case "DeviceModel": description.device.name = value
      case "ProcessorType": description.device.cpu = value
      case "GraphicsDeviceName": description.device.gpu = value
      case "ScreenRefreshRate":
        let hertz = value.flatMap { Double($0) }
        description.device.refreshRate = hertz.flatMap { Device.isRefreshRate($0) ? $0 : nil }
      case "GraphicsApi", "RenderThreadingMode", "Vsync":
        description.labels[key] = value
      default: break
      }
    }
  }

  private mutating func readEditor(in source: inout TraceSource) throws(TraceError) {
    guard try json.enterObject(in: &source) else { return }
    while let key = try json.nextKey(in: &source) {
      let value = try text(in: &source)
      if key == "Version" || key == "FullVersion" { description.labels["unity"] = value }
    }
  }

  /// Reads the date of the results, in milliseconds since 1970.
  private mutating func readDate(in source: inout TraceSource) throws(TraceError) {
    let milliseconds = try text(in: &source).flatMap { Double($0) } ?? 0
    guard milliseconds > 0, milliseconds < 7e12, milliseconds.isFinite else { return }
    description.date = CalendarTime.text(seconds: Int(milliseconds / 1000)) + "Z"
  }

  private mutating func text(in source: inout TraceSource) throws(TraceError) -> String? {
    try json.scalar(in: &source).map { harmless($0, limit: 200) }.flatMap { $0.isEmpty ? nil : $0 }
  }

  // MARK: - Tests

  private mutating func readTests(in source: inout TraceSource) throws(TraceError) {
    try readObjects(in: &source) { (reader, source) throws(TraceError) in
      let test = try reader.readTest(in: &source)
      if reader.tests.count < Self.mostTests {
        reader.tests.append(test)
      } else {
        reader.issues.note(.tooMany, line: reader.json.line, found: "tests")
      }
    }
  }

  private mutating func readTest(in source: inout TraceSource) throws(TraceError) -> Test {
    var test = Test()
    while let key = try json.nextKey(in: &source) {
      switch key {
      case "Name", "TestName": test.name = try text(in: &source) ?? ""
      case "SampleGroups":
        var groups: [UnitySampleGroup] = []
        try readObjects(in: &source) { (reader, source) throws(TraceError) in
          var group = UnitySampleGroup()
          try reader.readGroup(&group, in: &source)
          guard groups.count < Self.mostGroups, reader.groupCount < Self.mostOfAll else {
            return reader.issues.note(.tooMany, line: reader.json.line, found: "sample groups")
          }
          reader.groupCount += 1
          groups.append(group)
        }
        test.groups = groups
      default: try json.skipValue(in: &source)
      }
    }
    return test
  }

  /// Calls a function for each object of the array that is the next value.
  private mutating func readObjects(
    in source: inout TraceSource,
    _ read: (inout UnityResults, inout TraceSource) throws(TraceError) -> Void
  ) throws(TraceError) {
    guard try json.enterArray(in: &source) else { return }
    while let token = try json.nextElement(in: &source) {
      if token == .beginObject {
        try read(&self, &source)
      } else {
        issues.note(.unusableRow, line: json.line)
        try json.skipRest(of: token, in: &source)
      }
    }
  }

  /// Reads a sample group: its name, its unit and its samples.
  ///
  /// In version 1 of the format, the name and the unit are in the member `Definition` of the group.
  private mutating func readGroup(
    _ group: inout UnitySampleGroup, in source: inout TraceSource
  ) throws(TraceError) {
    while let key = try json.nextKey(in: &source) {
      switch key {
      case "Name": group.name = try text(in: &source) ?? ""
      case "Unit", "SampleUnit":
        group.unit = try text(in: &source).flatMap { UInt8($0).map(Int.init) } ?? 8
      case "IncreaseIsBetter": group.increaseIsBetter = try text(in: &source).map { $0 == "true" }
      case "Samples": group.samples = try readSamples(in: &source)
      case "SampleCount": group.stated.count = try text(in: &source).flatMap { Double($0) }
      case "Min": group.stated.least = try text(in: &source).flatMap { Double($0) }
      case "Max": group.stated.most = try text(in: &source).flatMap { Double($0) }
      case "Definition":
        if try json.enterObject(in: &source) { try readGroup(&group, in: &source) }
      default: try json.skipValue(in: &source)
      }
    }
  }

  private mutating func readSamples(
    in source: inout TraceSource
  ) throws(TraceError) -> [Double] {
    var samples: [Double] = []
    guard try json.enterArray(in: &source) else { return samples }
    while let token = try json.nextElement(in: &source) {
      if token == .number, let value = json.field.double.value {
        sampleCount += 1
        guard sampleCount <= Self.mostSamples else {
          issues.note(.tooMany, line: json.line, found: "samples")
          continue
        }
        samples.append(value)
      } else {
        issues.note(.unreadableSample, line: json.line)
        try json.skipRest(of: token, in: &source)
      }
    }
    return samples
  }

  // MARK: - Runs

  private consuming func runs(
    source: String, dialect: String
  ) throws(TraceError) -> [TraceRun] {
    try Self.runs(
      of: tests, description, issues,
      .init(source: source, format: TraceFormat.unity.id, dialect: dialect))
  }

  /// The runs of the Unity tests: one run per test with samples.
  ///
  /// - Throws: if no test has samples.
  static func runs(
    of tests: [Test], _ description: RunDescription, _ issues: IssueLog,
    _ origin: Recording.Origin
  ) throws(TraceError) -> [TraceRun] {
    let measured = tests.filter { test in test.groups.contains { !$0.samples.isEmpty } }
    guard !measured.isEmpty else {
      throw .noData(
        path: origin.source, format: origin.format, line: nil, firstIssue: issues.inOrder.first)
    }
    return measured.map { test in
      var origin = origin
      origin.stream = measured.count == 1 || test.name.isEmpty ? nil : test.name
      return test.run(origin, description, issues)
    }
  }
}

extension UnityResults.Test {
  fileprivate func run(
    _ origin: Recording.Origin, _ description: RunDescription, _ fileIssues: IssueLog
  ) -> TraceRun {
    var (description, issues) = (description, fileIssues)
    description.labels["test"] = name.isEmpty ? nil : name
    let frames = groups.first { $0.areFrameTimes && !$0.samples.isEmpty }
    let timeline =
      frames.map { placed($0, &issues) } ?? .withheld(because: Self.noFrames)
    for group in groups where timeline.value == nil || !group.areFrameTimes {
      let known = Set(description.scalars.map(\.name))
      description.scalars += group.scalars.filter { !known.contains($0.name) }
    }
    return TraceRun(
      Recording(
        origin: origin, timeline: timeline, description: description, issues: issues.inOrder))
  }

  private static let noFrames = "the Unity test measured no frames"

  private func placed(
    _ group: UnitySampleGroup, _ issues: inout IssueLog
  ) -> Known<FrameTimeline> {
    if group.isAggregate {
      let count = group.stated.count.flatMap { Int(exactly: $0) }
      return .withheld(
        because:
          "the file has one value for \(count.map { "\($0) frames" } ?? "all frames"), and no frame times"
      )
    }
    if group.isSorted {
      return .withheld(
        because: """
          the samples are sorted, because the package chose their number dynamically: the order of the \
          frames is lost
          """)
    }
    var frames = FrameCollector()
    for sample in group.samples {
      if let issue = frames.add(time: nil, frameTime: group.frameTime(of: sample) ?? 0).issue {
        issues.note(issue, line: nil)
      }
    }
    let timeline = frames.finish(with: signals(ofFrames: frames.frameCount, in: group))
    return timeline.map { .known($0) } ?? .withheld(because: Self.noFrames)
  }

  /// The times of the threads and the GPU in each frame; empty if any sample was not accepted as a frame.
  private func signals(
    ofFrames count: Int, in frames: UnitySampleGroup
  ) -> [FrameSignal: OptionalColumn] {
    guard frames.samples.count == count else { return [:] }
    let columns = groups.compactMap { group -> (FrameSignal, OptionalColumn)? in
      guard let signal = group.signal, group.samples.count == count else { return nil }
      return (signal, OptionalColumn(group.samples.map(group.duration)))
    }
    return Dictionary(columns) { first, _ in first }
  }
}

/// The samples of one measure of a Unity test.
struct UnitySampleGroup {
  var name = ""
  /// The number of the samples' unit in Unity's performance testing package; 8 is the undefined unit.
  var unit = 8
  var increaseIsBetter: Bool?
  var samples: [Double] = []
  /// The number of measurements, and the smallest and the largest, as the file states them.
  var stated: (count: Double?, least: Double?, most: Double?)

  /// Whether the single sample is an aggregate of several, such as their mean: no frame.
  var isAggregate: Bool {
    guard samples.count == 1 else { return false }
    if let count = stated.count { return count > 1 }
    return stated.least.flatMap { least in stated.most.map { least < $0 } } ?? false
  }

  /// The units of the performance testing package by their numbers, with the factor to the base unit; 8 is undefined.
  private static let units: [(unit: Unit, factor: Double)] = [
    (.milliseconds, 1e-6), (.milliseconds, 1e-3), (.milliseconds, 1), (.seconds, 1),
    (.bytes, 1), (.bytes, 1024), (.bytes, 1_048_576), (.bytes, 1_073_741_824),
  ]

  /// The factors from the package's units of time to nanoseconds, by the number of the unit.
  private static let nanoseconds: [Double] = [1, 1e3, 1e6, 1e9]

  /// Whether the samples are the frame times that `Measure.Frames()` measures.
  var areFrameTimes: Bool { name == "FrameTime" && Self.nanoseconds.indices.contains(unit) }

  /// The names of Unity's counters that measure a part of each frame.
  private static let signalNames: [String: FrameSignal] = [
    "CPU Main Thread Frame Time": .ui, "Main Thread": .ui,
    "CPU Render Thread Frame Time": .render, "Render Thread": .render,
    "GPU Frame Time": .gpuBusy,
  ]

  /// The part of each frame that the samples measure, as a signal; `nil` for other measures.
  var signal: FrameSignal? {
    Self.nanoseconds.indices.contains(unit) ? Self.signalNames[name] : nil
  }

  /// Whether the order of the frames is lost, because Unity's package sorts samples if their number is dynamic.
  var isSorted: Bool {
    samples.count > 4 && zip(samples, samples.dropFirst()).allSatisfy { $0 <= $1 }
  }

  /// A sample as a frame time; `nil` if the sample is not a plausible time.
  func frameTime(of sample: Double) -> Nanoseconds? {
    let time = (sample * Self.nanoseconds[unit]).rounded()
    return time > 0 ? Nanoseconds(exactly: time) : nil
  }

  /// A sample as the duration of a part of a frame; `nil` if the sample is not a plausible duration.
  func duration(of sample: Double) -> Nanoseconds? {
    frameTime(of: sample).flatMap { $0 <= .longestPause ? $0 : nil }
  }

  /// The median of the samples; `nil` if the group has no sample.
  var median: Double? {
    guard !samples.isEmpty else { return nil }
    let sorted = samples.sorted()
    return (sorted[(sorted.count - 1) / 2] + sorted[sorted.count / 2]) / 2
  }

  /// The median of the samples as a scalar, and the number and the extremes of what an aggregate stands for; without
  /// values that are not finite, and empty if the group has no name.
  var scalars: [Scalar] {
    guard !name.isEmpty else { return [] }
    let known = Self.units.indices.contains(unit) ? Self.units[unit] : (.count, 1)
    let values: [(suffix: String, value: Double?)] =
      [("", median)] + (isAggregate ? [(".min", stated.least), (".max", stated.most)] : [])
    var scalars = values.compactMap { suffix, value -> Scalar? in
      guard let value = value.map({ $0 * known.factor }), value.isFinite else { return nil }
      return Scalar(
        name: name + suffix, value: value, unit: known.unit,
        lowerIsBetter: increaseIsBetter.map { !$0 })
    }
    if isAggregate, let count = stated.count, count.isFinite {
      scalars.append(
        Scalar(name: name + ".samples", value: count, unit: .count, lowerIsBetter: nil))
    }
    return scalars
  }
}

internal import Decoding
internal import Recordings
internal import Units

/// The work of applications on each frame, from the slices that Android's libraries write into a trace.
///
/// The main thread works on a frame (`Choreographer#doFrame`), and then the render thread (`DrawFrame`). Since Android
/// 12, both slices name the vsync of the frame. `AppSlices` pairs the beginnings and ends in the order of their times.
struct FrameSlices {
  /// The names of the slices that make a frame.
  static let names = ["Choreographer#doFrame", "DrawFrame"]

  /// The maximum number of processes; a device has some thousands.
  private static let limit = 1 << 14

  /// The thread that did the work of a slice.
  enum Work: Sendable {
    case main, render
  }

  /// Work on a frame, of which the end is not known yet.
  private struct Begun {
    let work: Work
    let process: Int
    let vsync: Int64?
  }

  /// All work on frames, by the tags of its slices.
  private var begun: [Begun] = []
  private var processNumbers: [Int64: Int] = [:]

  /// All slices of the threads that work on frames, and their waits.
  var apps = AppSlices()

  /// The processes with frames, in the order of their first frames; their slices are known after `finish`.
  private(set) var processes: [ProcessSlices] = []

  /// The slices of a process; `nil` if it has none.
  func slices(of process: Int64) -> ProcessSlices? {
    processNumbers[process].map { processes[$0] }
  }

  /// Adds an event of a thread.
  ///
  /// - Parameter mark: `B|process|name` for a beginning; `E`, also with a suffix, for an end. Other texts are ignored.
  @inline(__always)
  mutating func take(_ mark: Field, of thread: Int64, at time: Nanoseconds) {
    guard mark.count > 0 else { return }
    switch mark.start[0] {
    case UInt8(ascii: "B"): begin(mark, of: thread, at: time)
    case UInt8(ascii: "E") where mark.count == 1 || !Self.isWord(mark.start[1]):
      apps.end(of: thread, in: Self.process(of: mark), at: time)
    default: break
    }
  }

  private static func isWord(_ byte: UInt8) -> Bool {
    byte != UInt8(ascii: "|") && byte > 0x20
  }

  private mutating func begin(_ mark: Field, of thread: Int64, at time: Nanoseconds) {
    let (process, name) = Self.parts(of: mark) ?? (0, mark)
    apps.begin(name, of: thread, in: process, frame: tag(of: name, in: process), at: time)
  }

  /// The tag of a slice that is the work on a frame; `nil` for other slices.
  private mutating func tag(of name: Field, in process: Int64) -> Int32? {
    guard let (work, vsync) = Self.work(of: name), let position = position(of: process),
      let tag = Int32(exactly: begun.count)
    else { return nil }
    begun.append(Begun(work: work, process: position, vsync: vsync))
    return tag
  }

  /// The self times of all slices, and the waits of their threads; call it once, at the end.
  mutating func finish() -> SelfTimes {
    var done: [ThreadSlices.Tagged] = []
    let times = apps.finish { done.append($0) }
    for slice in done {
      let frame = begun[Int(slice.tag)]
      processes[frame.process].add(
        frame.work, FrameSlice(start: slice.start, end: slice.end), vsync: frame.vsync)
    }
    return times
  }

  private mutating func position(of process: Int64) -> Int? {
    if let known = processNumbers[process] { return known }
    guard processes.count < Self.limit else { return nil }
    processNumbers[process] = processes.count
    processes.append(ProcessSlices(id: process))
    return processes.count - 1
  }

  // MARK: - Names

  /// The process in `E|process`; `nil` in an end without one.
  private static func process(of mark: Field) -> Int64? {
    guard mark.count > 2 else { return nil }
    let rest = Field(start: mark.start + 2, count: mark.count - 2)
    let bar = Memory.firstIndex(of: UInt8(ascii: "|"), rest.start, count: rest.count)
    return Field(start: rest.start, count: bar ?? rest.count).scaledInteger(digits: 0).value
  }

  /// Splits `B|process|name` into process and name.
  private static func parts(of mark: Field) -> (process: Int64, name: Field)? {
    guard mark.count > 2, mark.start[1] == UInt8(ascii: "|") else { return nil }
    let rest = Field(start: mark.start + 2, count: mark.count - 2)
    let bar = UInt8(ascii: "|")
    guard let length = Memory.firstIndex(of: bar, rest.start, count: rest.count),
      let process = Field(start: rest.start, count: length).scaledInteger(digits: 0).value
    else { return nil }
    return (process, Field(start: rest.start + length + 1, count: rest.count - length - 1))
  }

  /// The kind of work and the vsync, from the name of a slice; `nil` for other slices.
  private static func work(of name: Field) -> (Work, vsync: Int64?)? {
    for (prefix, work) in [
      ("Choreographer#doFrame", .main), ("DrawFrames", .render), ("DrawFrame", .render),
    ] as [(StaticString, Work)] where name.starts(with: prefix) {
      let length = prefix.utf8CodeUnitCount
      let rest = Field(start: name.start + length, count: name.count - length).trimmed
      if rest.count == 0 { return (work, nil) }
      guard name.start[length] == 0x20, let vsync = rest.scaledInteger(digits: 0).value else {
        continue
      }
      return (work, vsync)
    }
    return nil
  }
}

/// An interval of work on a frame.
struct FrameSlice: Sendable {
  let start: Nanoseconds
  let end: Nanoseconds
}

/// The slices of the main threads or render threads of a process, in the order of their ends on each thread.
struct SliceTable: Sendable {
  private var starts = OptionalColumn()
  private var ends = OptionalColumn()

  /// The vsync of each frame; `nil` before Android 12.
  private(set) var vsyncs = OptionalColumn()

  /// Whether the table has no slice.
  var isEmpty: Bool { ends.isEmpty }

  /// The slices without their vsyncs.
  var slices: some RandomAccessCollection<FrameSlice> { ends.indices.lazy.map { self[$0] } }

  /// The slice in a row.
  subscript(row: Int) -> FrameSlice { FrameSlice(start: starts[row] ?? 0, end: ends[row] ?? 0) }

  fileprivate mutating func append(_ slice: FrameSlice, vsync: Int64?) {
    starts.append(slice.start)
    ends.append(slice.end)
    vsyncs.append(vsync)
  }
}

/// The slices of one process.
struct ProcessSlices: Sendable {
  /// The process's id.
  let id: Int64
  /// Slices of the main thread.
  private(set) var main = SliceTable()
  /// Slices of the render thread.
  private(set) var render = SliceTable()

  fileprivate init(id: Int64) { self.id = id }

  fileprivate mutating func add(_ work: FrameSlices.Work, _ slice: FrameSlice, vsync: Int64?) {
    switch work {
    case .main: main.append(slice, vsync: vsync)
    case .render: render.append(slice, vsync: vsync)
    }
  }
}

/// Looks up how long a process worked on the frame of a vsync.
struct SlicesByVsync: Sendable {
  private let slices: ProcessSlices
  private let main: KeyedRows
  private let render: KeyedRows

  /// Indexes the slices of a process; O(n) if their vsyncs increase, otherwise O(n log n).
  init(_ slices: ProcessSlices) {
    self.slices = slices
    main = KeyedRows(slices.main.vsyncs)
    render = KeyedRows(slices.render.vsyncs)
  }

  /// The time from the start of the work of the main thread to the end of the work of the render thread; O(log n).
  ///
  /// `nil` if the frame was not drawn or is not in the trace.
  func duration(ofVsync vsync: Int64) -> Nanoseconds? {
    guard let start = main.rows(of: vsync).map({ slices.main[$0].start }).min(),
      let end = render.rows(of: vsync).map({ slices.render[$0].end }).max()
    else { return nil }
    return max(end - start, 0)
  }
}

internal import Decoding
internal import Recordings
internal import Units

/// The work of applications on each frame, from the slices that Android's libraries write into a trace.
///
/// First the main thread works on a frame (`Choreographer#doFrame`), then the render thread (`DrawFrame`). Since
/// Android 12, these two slices name the vsync of the frame. A program that draws without Android's views, such as a
/// game, swaps buffers on a thread of its own. `AppSlices` pairs the beginnings and ends in the order of their times.
struct FrameSlices {
  /// The names of the slices in which Android's threads work on one frame.
  static let names = ["Choreographer#doFrame", "DrawFrame"]

  /// The maximum number of processes whose slices are collected; a device has some thousands of processes.
  private static let limit = 1 << 14

  /// The work on a frame: of the main thread, of the render thread, or a swap of buffers outside of both.
  enum Work: Sendable {
    case main, render, swap
  }

  /// Work on a frame that has begun, and whose end is not known yet.
  private struct Begun {
    let work: Work
    let process: Int
    let vsync: Int64?
  }

  /// The work on frames that has begun, indexed by the tag of its slice.
  private var begun: [Begun] = []
  private var processNumbers: [Int64: Int] = [:]

  /// The slices and the waits of all threads that work on frames.
  var apps = AppSlices()

  /// The processes with frames, in the order of their first frames; `finish` fills in their slices.
  private(set) var processes: [ProcessSlices] = []

  /// Whether the trace shows what any process draws, so that a callback without drawing is known to draw nothing.
  var showDrawing: Bool {
    processes.contains { !$0.render.isEmpty || !$0.swaps.isEmpty || $0.drawsOnMainThread }
  }

  /// The slices of the work of a process on frames; `nil` if the process has none.
  func slices(of process: Int64) -> ProcessSlices? {
    processNumbers[process].map { processes[$0] }
  }

  /// Reads one trace mark of a thread, which begins or ends a slice.
  ///
  /// - Parameter mark: `B|process|name` for a beginning; `E`, also with a suffix, for an end. Any other text is
  ///   ignored.
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
    if thread == process, Self.isDrawing(name), let position = position(of: process) {
      processes[position].drawsOnMainThread = true
    }
    apps.begin(name, of: thread, in: process, frame: tag(of: name, in: process), at: time)
  }

  /// The tag of a slice that is the work on a frame; `nil` for all other slices.
  private mutating func tag(of name: Field, in process: Int64) -> Int32? {
    guard let (work, vsync) = Self.work(of: name), let position = position(of: process),
      let tag = Int32(exactly: begun.count)
    else { return nil }
    begun.append(Begun(work: work, process: position, vsync: vsync))
    return tag
  }

  /// Computes the self times of all slices and the waits of their threads; call this function once, at the end.
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

  /// The process id in the trace mark `E|process`; `nil` if the mark contains no process.
  private static func process(of mark: Field) -> Int64? {
    guard mark.count > 2 else { return nil }
    let rest = Field(start: mark.start + 2, count: mark.count - 2)
    let bar = Memory.firstIndex(of: UInt8(ascii: "|"), rest.start, count: rest.count)
    return Field(start: rest.start, count: bar ?? rest.count).scaledInteger(digits: 0).value
  }

  /// Splits the trace mark `B|process|name` into the process id and the name of the slice.
  private static func parts(of mark: Field) -> (process: Int64, name: Field)? {
    guard mark.count > 2, mark.start[1] == UInt8(ascii: "|") else { return nil }
    let rest = Field(start: mark.start + 2, count: mark.count - 2)
    let bar = UInt8(ascii: "|")
    guard let length = Memory.firstIndex(of: bar, rest.start, count: rest.count),
      let process = Field(start: rest.start, count: length).scaledInteger(digits: 0).value
    else { return nil }
    return (process, Field(start: rest.start + length + 1, count: rest.count - length - 1))
  }

  /// The thread and the vsync in the name of a slice, such as `DrawFrame 1234`; `nil` if the slice is not work on a
  /// frame.
  private static func work(of name: Field) -> (Work, vsync: Int64?)? {
    if isSwap(name) { return (.swap, nil) }
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

  /// Whether a slice hands a picture to the compositor.
  ///
  /// Slices within the work on a frame, and within other swaps, are never tagged.
  private static func isSwap(_ name: Field) -> Bool {
    name.starts(with: "eglSwapBuffers") || name.starts(with: "queueBuffer")
      || name.starts(with: "vkQueuePresent")
  }

  /// Whether a slice of a main thread draws, as `draw`, `draw-VRI[Main]` and `Record View#draw()` do.
  private static func isDrawing(_ name: Field) -> Bool {
    name.starts(with: "draw") || name.starts(with: "Record View#draw") || isSwap(name)
  }
}

/// The interval in which one thread worked on a frame.
struct FrameSlice: Sendable {
  let start: Nanoseconds
  let end: Nanoseconds
}

/// The intervals of work on frames of a process's main threads or render threads, in the order of their ends per
/// thread.
struct SliceTable: Sendable {
  private var starts = OptionalColumn()
  private var ends = OptionalColumn()

  /// The vsync that each slice names; `nil` before Android 12.
  private(set) var vsyncs = OptionalColumn()

  var isEmpty: Bool { ends.isEmpty }

  /// The intervals of the slices, without their vsyncs.
  var slices: some RandomAccessCollection<FrameSlice> { ends.indices.lazy.map { self[$0] } }

  subscript(row: Int) -> FrameSlice { FrameSlice(start: starts[row] ?? 0, end: ends[row] ?? 0) }

  fileprivate mutating func append(_ slice: FrameSlice, vsync: Int64?) {
    starts.append(slice.start)
    ends.append(slice.end)
    vsyncs.append(vsync)
  }
}

/// The work of one process on frames: the slices of its main thread, of its render thread, and of swaps.
struct ProcessSlices: Sendable {
  let id: Int64
  private(set) var main = SliceTable()
  private(set) var render = SliceTable()
  /// The swaps of buffers that are not part of these.
  private(set) var swaps = SliceTable()
  /// Whether the main thread draws itself, so that its callbacks can be frames.
  fileprivate(set) var drawsOnMainThread = false

  fileprivate init(id: Int64) { self.id = id }

  fileprivate mutating func add(_ work: FrameSlices.Work, _ slice: FrameSlice, vsync: Int64?) {
    switch work {
    case .main: main.append(slice, vsync: vsync)
    case .render: render.append(slice, vsync: vsync)
    case .swap: swaps.append(slice, vsync: vsync)
    }
  }
}

/// Looks up how long a process worked on the frame of a vsync.
struct SlicesByVsync: Sendable {
  private let slices: ProcessSlices
  private let main: KeyedRows
  private let render: KeyedRows

  /// Indexes the slices of a process by vsync; O(n) if their vsyncs increase, otherwise O(n log n).
  init(_ slices: ProcessSlices) {
    self.slices = slices
    main = KeyedRows(slices.main.vsyncs)
    render = KeyedRows(slices.render.vsyncs)
  }

  /// The time from the start of the main thread's work on a frame to the end of the render thread's work; O(log n).
  ///
  /// `nil` if the frame was not drawn or is not in the trace.
  func duration(ofVsync vsync: Int64) -> Nanoseconds? {
    guard let start = main.rows(of: vsync).map({ slices.main[$0].start }).min(),
      let end = render.rows(of: vsync).map({ slices.render[$0].end }).max()
    else { return nil }
    return max(end - start, 0)
  }
}

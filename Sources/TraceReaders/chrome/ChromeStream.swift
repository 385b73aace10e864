internal import Decoding
internal import Recordings
internal import Units

/// The counts of a Chrome trace's events for one layer tree: the content of a page, or of the browser's own surface.
struct ChromeStream {
  /// The process and the layer tree to which events belong.
  struct Key: Hashable, Comparable {
    /// The id of the process that draws the layer tree.
    let process: Int64
    /// The id of the layer tree within the process; `nil` if the trace does not contain it.
    let layerTree: Int64?

    static func < (left: Key, right: Key) -> Bool {
      (left.process, left.layerTree ?? -1) < (right.process, right.layerTree ?? -1)
    }
  }

  let key: Key
  /// The numbers of presentations, draws, reports and frame requests of the layer tree.
  var (presentationCount, drawCount, reportCount, wishCount) = (0, 0, 0, 0)
  /// The number of dropped frames in events that do not identify the frame.
  var droppedEvents = 0

  init(_ key: Key) { self.key = key }

  /// Whether anything in the layer tree was drawn or displayed.
  var hasPresents: Bool { presentationCount + drawCount > 0 }

  /// Adds the counts of another layer tree to the counts of this one.
  mutating func add(_ other: ChromeStream) {
    presentationCount += other.presentationCount
    drawCount += other.drawCount
    reportCount += other.reportCount
    wishCount += other.wishCount
    droppedEvents += other.droppedEvents
  }
}

/// An event of one layer tree in a Chrome trace.
protocol ChromeRow {
  /// The position of the event's layer tree; after sorting, the events of a layer tree are adjacent.
  var stream: UInt32 { get set }

  /// Whether the event sorts before another one: by layer tree, then by time or number.
  func precedes(_ other: Self) -> Bool
}

extension ChromeStream {
  /// The result of the work on a frame, as Chrome reports it.
  enum Outcome: UInt8 {
    case presented, dropped
    /// The frame had no changes, dropping it was invisible, or the trace does not contain the result.
    case other
  }

  /// A frame that reached the screen, with the time of its present.
  struct Presentation: ChromeRow {
    let present: Nanoseconds
    /// The vsync at which the work on the frame began.
    let begin: Nanoseconds
    var stream: UInt32
    // `.max` if the trace does not contain the stages.
    private let stagesOrNone: UInt32

    init(present: Nanoseconds, begin: Nanoseconds, stages: UInt32?, stream: UInt32) {
      self.present = present
      self.begin = begin
      self.stream = stream
      stagesOrNone = stages ?? .max
    }

    /// The number of the list of the frame's stages; `nil` if the trace does not contain them.
    var stages: UInt32? { stagesOrNone == .max ? nil : stagesOrNone }

    func precedes(_ other: Self) -> Bool {
      (stream, present, begin) < (other.stream, other.present, other.begin)
    }
  }

  /// One drawing of a layer tree by the compositor, with its time.
  struct Draw: ChromeRow {
    let time: Nanoseconds
    var stream: UInt32

    func precedes(_ other: Self) -> Bool { (stream, time) < (other.stream, other.time) }
  }

  /// A report about the work on a frame, or on one half of a frame that Chrome split in two.
  struct Report: ChromeRow {
    let source: Int64
    let sequence: Int64
    let begin: Nanoseconds
    var stream: UInt32
    let outcome: Outcome

    func precedes(_ other: Self) -> Bool {
      (stream, source, sequence) < (other.stream, other.source, other.sequence)
    }
  }

  /// A change of a page's frame requests: from this time on, the page requests frames, or requests none.
  struct Wish: ChromeRow {
    let time: Nanoseconds
    var stream: UInt32
    let wantsFrames: Bool

    func precedes(_ other: Self) -> Bool { (stream, time) < (other.stream, other.time) }
  }
}

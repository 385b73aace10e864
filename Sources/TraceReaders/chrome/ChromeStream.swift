internal import Decoding
internal import Recordings
internal import Units

/// The number of events of one layer tree: of a page, or of the browser's own surface.
struct ChromeStream {
  /// Identifies a stream.
  struct Key: Hashable, Comparable {
    /// The process.
    let process: Int64
    /// The layer tree within the process; `nil` if the trace does not contain it.
    let layerTree: Int64?

    static func < (left: Key, right: Key) -> Bool {
      (left.process, left.layerTree ?? -1) < (right.process, right.layerTree ?? -1)
    }
  }

  let key: Key
  /// The number of rows of each kind.
  var (presentationCount, drawCount, reportCount, wishCount) = (0, 0, 0, 0)
  /// The number of dropped frames from events that do not identify the frame.
  var droppedEvents = 0

  init(_ key: Key) { self.key = key }

  /// Whether anything in the stream was drawn or displayed.
  var hasPresents: Bool { presentationCount + drawCount > 0 }

  /// Adds the counts of another stream.
  mutating func add(_ other: ChromeStream) {
    presentationCount += other.presentationCount
    drawCount += other.drawCount
    reportCount += other.reportCount
    wishCount += other.wishCount
    droppedEvents += other.droppedEvents
  }
}

/// An event of one stream.
protocol ChromeRow {
  /// The position of the stream; sorted rows of a stream are adjacent.
  var stream: UInt32 { get set }

  /// Whether the row comes before another: by stream, then by time or number.
  func precedes(_ other: Self) -> Bool
}

extension ChromeStream {
  /// The result of the work on a frame, as Chrome reports it.
  enum Outcome: UInt8 {
    case presented, dropped
    /// Nothing had changed, or the trace does not contain the result.
    case other
  }

  /// A frame that reached the screen.
  struct Presentation: ChromeRow {
    let present: Nanoseconds
    /// The vsync at which the work on the frame began.
    let begin: Nanoseconds
    var stream: UInt32

    func precedes(_ other: Self) -> Bool {
      (stream, present, begin) < (other.stream, other.present, other.begin)
    }
  }

  /// A draw of the compositor.
  struct Draw: ChromeRow {
    let time: Nanoseconds
    var stream: UInt32

    func precedes(_ other: Self) -> Bool { (stream, time) < (other.stream, other.time) }
  }

  /// The work on a frame, or on a part of a frame that was split in two.
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

  /// A time from which on a page requests frames, or requests none.
  struct Wish: ChromeRow {
    let time: Nanoseconds
    var stream: UInt32
    let wantsFrames: Bool

    func precedes(_ other: Self) -> Bool { (stream, time) < (other.stream, other.time) }
  }
}

internal import Decoding
internal import Recordings
internal import Units

/// How much a trace says of one layer tree: of a renderer's page, or of the browser's own surface.
struct ChromeStream {
  /// What tells streams apart.
  struct Key: Hashable, Comparable {
    /// The process.
    let process: Int64
    /// The layer tree within the process; `nil` where the trace does not tell.
    let layerTree: Int64?

    static func < (left: Key, right: Key) -> Bool {
      (left.process, left.layerTree ?? -1) < (right.process, right.layerTree ?? -1)
    }
  }

  let key: Key
  /// Rows of each kind.
  var (presentationCount, drawCount, reportCount, wishCount) = (0, 0, 0, 0)
  /// Frames that were dropped, by events that do not say which.
  var droppedEvents = 0

  init(_ key: Key) { self.key = key }

  /// Whether anything in the stream has a time at which it was drawn or shown.
  var hasPresents: Bool { presentationCount + drawCount > 0 }

  /// Counts what another stream has as well.
  mutating func add(_ other: ChromeStream) {
    presentationCount += other.presentationCount
    drawCount += other.drawCount
    reportCount += other.reportCount
    wishCount += other.wishCount
    droppedEvents += other.droppedEvents
  }
}

/// Something that happened to one stream.
protocol ChromeRow {
  /// The position of the stream; rows of one lie together when they are in order.
  var stream: UInt32 { get set }

  /// Whether the row comes before another: by stream, then by time or number.
  func precedes(_ other: Self) -> Bool
}

extension ChromeStream {
  /// How Chrome says that the work on a frame came to an end.
  enum Outcome: UInt8 {
    case presented, dropped
    /// Nothing had changed, or the trace does not tell.
    case other
  }

  /// A frame that reached the screen.
  struct Presentation: ChromeRow {
    let present: Nanoseconds
    /// The vsync that the work on it began with.
    let begin: Nanoseconds
    var stream: UInt32

    func precedes(_ other: Self) -> Bool {
      (stream, present, begin) < (other.stream, other.present, other.begin)
    }
  }

  /// The compositor drew.
  struct Draw: ChromeRow {
    let time: Nanoseconds
    var stream: UInt32

    func precedes(_ other: Self) -> Bool { (stream, time) < (other.stream, other.time) }
  }

  /// The work on a frame, or on a part of one that was split in two.
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

  /// From when on the page wants to be drawn, or does not.
  struct Wish: ChromeRow {
    let time: Nanoseconds
    var stream: UInt32
    let wantsFrames: Bool

    func precedes(_ other: Self) -> Bool { (stream, time) < (other.stream, other.time) }
  }
}

internal import Decoding
internal import Recordings
internal import Units

/// Collects the events of all layer trees in a Chrome trace.
///
/// A trace may have thousands of layer trees with interleaved events. All events of a kind are in one array in the
/// order of the trace, and are grouped by layer tree through sorting. A layer tree therefore needs no buffer.
struct ChromeStreams {
  /// The layer trees, in the order of their first events.
  private(set) var all: [ChromeStream] = []
  private var positions: [ChromeStream.Key: Int] = [:]
  /// The position of the layer tree that was looked up last.
  private var latest = 0

  private var presentations: [ChromeStream.Presentation] = []
  private var draws: [ChromeStream.Draw] = []
  private var reports: [ChromeStream.Report] = []
  private var wishes: [ChromeStream.Wish] = []

  /// The maximum number of layer trees in a trace.
  private static let limit = 1 << 12

  /// The position of a layer tree, which is added if it is new; `nil` if there are too many layer trees.
  mutating func position(of key: ChromeStream.Key) -> Int? {
    if latest < all.count, all[latest].key == key { return latest }
    if let known = positions[key] {
      latest = known
      return known
    }
    guard all.count < Self.limit else { return nil }
    latest = all.count
    positions[key] = latest
    all.append(ChromeStream(key))
    return latest
  }

  /// Adds a `PipelineReporter` event: the work on one frame, from its vsync to its end.
  ///
  /// - Parameters:
  ///   - begin: the vsync at which the work on the frame begins.
  ///   - end: for a presented frame, the time at which it reached the screen.
  ///   - outcome: the result of the work on the frame.
  ///   - frame: the frame's number and the source of the numbers; `nil` if the trace does not contain them.
  ///   - stages: the number of the list of the frame's stages; `nil` if the trace does not contain them.
  ///   - stream: the position of the frame's layer tree.
  mutating func addReport(
    from begin: Nanoseconds, to end: Nanoseconds, _ outcome: ChromeStream.Outcome,
    frame: (source: Int64, sequence: Int64)?, stages: UInt32? = nil, to stream: Int
  ) {
    if outcome == .presented {
      all[stream].presentationCount += 1
      presentations.append(
        .init(present: end, begin: begin, stages: stages, stream: UInt32(stream)))
    }
    if let (source, sequence) = frame {
      all[stream].reportCount += 1
      reports.append(
        .init(
          source: source, sequence: sequence, begin: begin, stream: UInt32(stream),
          outcome: outcome))
    } else if outcome == .dropped {
      all[stream].droppedEvents += 1
    }
  }

  /// Adds a `DrawFrame` event: the compositor drew a frame.
  mutating func addDraw(at time: Nanoseconds, to stream: Int) {
    all[stream].drawCount += 1
    draws.append(.init(time: time, stream: UInt32(stream)))
  }

  /// Adds a `DroppedFrame` event, which does not identify the frame.
  mutating func addDroppedFrame(to stream: Int) { all[stream].droppedEvents += 1 }

  /// Adds a `NeedsBeginFrameChanged` event: from this time on, the page requests frames, or requests none.
  mutating func addWish(_ wantsFrames: Bool, at time: Nanoseconds, to stream: Int) {
    all[stream].wishCount += 1
    wishes.append(.init(time: time, stream: UInt32(stream), wantsFrames: wantsFrames))
  }

  /// Groups all events by layer tree; O(n) for a single layer tree with sorted events, otherwise O(n log n).
  ///
  /// Reports near the beginning of a trace may have no layer tree. Such reports belong to the only layer tree of their
  /// process.
  func parted() -> PartedChromeStreams {
    var streams = all
    let owners = ownersOfNameless
    for (stream, owner) in owners.enumerated() where stream != owner {
      streams[owner].add(streams[stream])
      streams[stream] = ChromeStream(streams[stream].key)
    }
    return PartedChromeStreams(
      streams, presentations: Self.sorted(presentations, owners),
      draws: Self.sorted(draws, owners), reports: Self.sorted(reports, owners),
      wishes: Self.sorted(wishes, owners))
  }

  /// The layer tree that owns the events of each layer tree: usually the layer tree itself.
  private var ownersOfNameless: [Int] {
    let ofProcess = Dictionary(grouping: all.indices) { all[$0].key.process }
    return all.indices.map { stream in
      guard all[stream].key.layerTree == nil, let others = ofProcess[all[stream].key.process],
        others.count == 2
      else { return stream }
      return others[0] == stream ? others[1] : others[0]
    }
  }

  /// Sorts events by the layer trees that own them.
  ///
  /// Events without a layer tree follow the events of the layer tree that owns them.
  private static func sorted<Row: ChromeRow>(_ rows: [Row], _ owners: [Int]) -> [Row] {
    guard !owners.elementsEqual(owners.indices) else { return rows.inOrder { $0.precedes($1) } }
    var moved = rows.filter { owners[Int($0.stream)] == $0.stream }
    for var row in rows where owners[Int(row.stream)] != row.stream {
      row.stream = UInt32(owners[Int(row.stream)])
      moved.append(row)
    }
    return moved.inOrder { $0.precedes($1) }
  }
}

/// The events of a Chrome trace, sorted and grouped by layer tree.
struct PartedChromeStreams {
  /// The counts of events of each layer tree, by its position.
  let streams: [ChromeStream]
  private let presentations: [ChromeStream.Presentation]
  private let draws: [ChromeStream.Draw]
  private let reports: [ChromeStream.Report]
  private let wishes: [ChromeStream.Wish]
  /// For each layer tree, the sums of the counts of all layer trees before it.
  private let before: [ChromeStream]

  fileprivate init(
    _ streams: [ChromeStream], presentations: [ChromeStream.Presentation],
    draws: [ChromeStream.Draw], reports: [ChromeStream.Report],
    wishes: [ChromeStream.Wish]
  ) {
    self.streams = streams
    self.presentations = presentations
    self.draws = draws
    self.reports = reports
    self.wishes = wishes
    var all = ChromeStream(.init(process: 0, layerTree: nil))
    before = streams.map { stream in
      defer { all.add(stream) }
      return all
    }
  }

  /// The times at which frames of a layer tree reached the screen, or were drawn if the trace lacks these times; O(1).
  func presentations(of stream: Int) -> ChromePresentations {
    let shown = Self.part(of: presentations, stream, \.presentationCount, streams, before)
    let drawn = Self.part(of: draws, stream, \.drawCount, streams, before)
    return shown.isEmpty ? .drawn(drawn) : .shown(shown)
  }

  /// The reports about the work on the frames of a layer tree; O(1).
  func reports(of stream: Int) -> ArraySlice<ChromeStream.Report> {
    Self.part(of: reports, stream, \.reportCount, streams, before)
  }

  /// The changes of a layer tree's frame requests, in the order of time; O(1).
  func wishes(of stream: Int) -> ArraySlice<ChromeStream.Wish> {
    Self.part(of: wishes, stream, \.wishCount, streams, before)
  }

  private static func part<Row: ChromeRow>(
    of rows: [Row], _ stream: Int, _ count: KeyPath<ChromeStream, Int>,
    _ streams: [ChromeStream], _ before: [ChromeStream]
  ) -> ArraySlice<Row> {
    let start = before[stream][keyPath: count]
    return rows[start..<start + streams[stream][keyPath: count]]
  }
}

/// The presents of one layer tree in the order of time.
enum ChromePresentations: RandomAccessCollection {
  /// Frames that reached the screen, if the trace contains the times at which they did.
  case shown(ArraySlice<ChromeStream.Presentation>)
  /// Frames that the compositor drew, if the trace contains only the times at which it drew.
  case drawn(ArraySlice<ChromeStream.Draw>)

  var startIndex: Int { 0 }

  var endIndex: Int {
    switch self {
    case .shown(let rows): rows.count
    case .drawn(let rows): rows.count
    }
  }

  subscript(position: Int) -> ChromeStream.Presentation {
    switch self {
    case .shown(let rows): return rows[rows.startIndex + position]
    case .drawn(let rows):
      let row = rows[rows.startIndex + position]
      return ChromeStream.Presentation(
        present: row.time, begin: row.time, stages: nil, stream: row.stream)
    }
  }
}

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

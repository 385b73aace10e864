internal import Recordings
internal import Units

/// What a trace says of its layer trees, event by event.
///
/// A trace may have very many of them, which take turns: all rows of a kind are in one column, in the order of the trace,
/// and are parted by sorting. So memory does not grow with the number of layer trees.
struct ChromeStreams {
  /// The streams, in the order of their first events.
  private(set) var all: [ChromeStream] = []
  private var positions: [ChromeStream.Key: Int] = [:]
  /// The position of the stream that was asked for last.
  private var latest = 0

  private var presentations = Self.builder(of: ChromeStream.Presentation.self)
  private var draws = Self.builder(of: ChromeStream.Draw.self)
  private var reports = Self.builder(of: ChromeStream.Report.self)
  private var wishes = Self.builder(of: ChromeStream.Wish.self)

  /// Streams, at most: more than any browser has.
  private static let limit = 1 << 12

  private static func builder<Row: ChromeRow>(of row: Row.Type) -> NumberColumn<Row>.Builder {
    NumberColumn<Row>.Builder(memory: 1 << 20)
  }

  /// The position of a stream, which is a new one where it was not heard of before.
  ///
  /// - Returns: `nil` when there are too many.
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

  /// Takes a `PipelineReporter`: the work on one frame, from its vsync to its end.
  ///
  /// - Parameters:
  ///   - begin: the vsync.
  ///   - end: for a presented frame, when it reached the screen.
  ///   - outcome: how it ended.
  ///   - frame: the frame's number and where its numbers come from; `nil` where the trace does not tell.
  ///   - stream: the position of its stream.
  mutating func addReport(
    from begin: Nanoseconds, to end: Nanoseconds, _ outcome: ChromeStream.Outcome,
    frame: (source: Int64, sequence: Int64)?, to stream: Int
  ) {
    if outcome == .presented {
      all[stream].presentationCount += 1
      presentations.append(.init(present: end, begin: begin, stream: UInt32(stream)))
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

  /// Takes a `DrawFrame`: the compositor drew.
  mutating func addDraw(at time: Nanoseconds, to stream: Int) {
    all[stream].drawCount += 1
    draws.append(.init(time: time, stream: UInt32(stream)))
  }

  /// Takes a `DroppedFrame`.
  mutating func addDroppedFrame(to stream: Int) { all[stream].droppedEvents += 1 }

  /// Takes a `NeedsBeginFrameChanged`: from here on the page wants to be drawn, or does not.
  mutating func addWish(_ wantsFrames: Bool, at time: Nanoseconds, to stream: Int) {
    all[stream].wishCount += 1
    wishes.append(.init(time: time, stream: UInt32(stream), wantsFrames: wantsFrames))
  }

  /// Parts the streams; O(n) where there is one whose rows are in order, else O(n log n).
  ///
  /// Early reports do not say which layer tree they are about: they are those of the only one.
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

  /// For each stream the one that its rows belong to: mostly itself.
  private var ownersOfNameless: [Int] {
    let ofProcess = Dictionary(grouping: all.indices) { all[$0].key.process }
    return all.indices.map { stream in
      guard all[stream].key.layerTree == nil, let others = ofProcess[all[stream].key.process],
        others.count == 2
      else { return stream }
      return others[0] == stream ? others[1] : others[0]
    }
  }

  /// Rows of streams that belong to another one come behind those that are its own.
  private static func sorted<Row: ChromeRow>(
    _ builder: NumberColumn<Row>.Builder, _ owners: [Int]
  ) -> NumberColumn<Row> {
    let rows = builder.finish()
    guard !owners.elementsEqual(owners.indices) else { return ExternalSort().sorted(rows) }
    var moved = NumberColumn<Row>.Builder()
    for row in rows where owners[Int(row.stream)] == row.stream { moved.append(row) }
    for var row in rows where owners[Int(row.stream)] != row.stream {
      row.stream = UInt32(owners[Int(row.stream)])
      moved.append(row)
    }
    return ExternalSort().sorted(moved.finish())
  }
}

/// The streams of a trace, each with its rows in their order.
struct PartedChromeStreams {
  /// What there is of each, by its position.
  let streams: [ChromeStream]
  private let presentations: NumberColumn<ChromeStream.Presentation>
  private let draws: NumberColumn<ChromeStream.Draw>
  private let reports: NumberColumn<ChromeStream.Report>
  private let wishes: NumberColumn<ChromeStream.Wish>
  /// Rows of all streams before each, and of all, as if they were one stream's.
  private let before: [ChromeStream]

  fileprivate init(
    _ streams: [ChromeStream], presentations: NumberColumn<ChromeStream.Presentation>,
    draws: NumberColumn<ChromeStream.Draw>, reports: NumberColumn<ChromeStream.Report>,
    wishes: NumberColumn<ChromeStream.Wish>
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

  /// When the frames of a stream reached the screen; where the trace does not tell, when the compositor drew.
  ///
  /// - Complexity: O(1), and O(n) of times of drawing.
  func presentations(of stream: Int) -> NumberColumn<ChromeStream.Presentation>.Part {
    let shown = Self.part(of: presentations, stream, \.presentationCount, streams, before)
    guard shown.isEmpty else { return shown }
    let drawn = Self.part(of: draws, stream, \.drawCount, streams, before)
    let column = NumberColumn(
      drawn.lazy.map {
        ChromeStream.Presentation(present: $0.time, begin: $0.time, stream: $0.stream)
      })
    return .init(column, column.indices)
  }

  /// The work on the frames of a stream; O(1).
  func reports(of stream: Int) -> NumberColumn<ChromeStream.Report>.Part {
    Self.part(of: reports, stream, \.reportCount, streams, before)
  }

  /// From when on a stream wants to be drawn, or does not; O(1).
  func wishes(of stream: Int) -> NumberColumn<ChromeStream.Wish>.Part {
    Self.part(of: wishes, stream, \.wishCount, streams, before)
  }

  private static func part<Row: ChromeRow>(
    of rows: NumberColumn<Row>, _ stream: Int, _ count: KeyPath<ChromeStream, Int>,
    _ streams: [ChromeStream], _ before: [ChromeStream]
  ) -> NumberColumn<Row>.Part {
    let start = before[stream][keyPath: count]
    return .init(rows, start..<start + streams[stream][keyPath: count])
  }
}

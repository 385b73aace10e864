internal import Analysis
internal import Recordings
internal import Reports
internal import RunFolders
internal import RunStore
internal import TraceReaders
internal import Units

/// The file of one run of a side, from which another stream can be taken.
struct ComparedCapture {
  /// The kinds of streams in the file, the one that is compared first; empty if the file does not name its streams.
  let kinds: [String]
  private let planned: PlannedRun
  private let analysis: TraceAnalysis

  init(_ run: AnalyzedRun, planned: PlannedRun, analysis: TraceAnalysis) {
    let (summary, others) = (run.summary, run.otherStreams.map(\.stream))
    let own = summary.origin.stream ?? summary.description.labels["application"]
    kinds =
      summary.origin.iteration == nil
      ? ([own].compactMap(\.self) + others).map(Recording.Origin.kind) : []
    self.planned = planned
    self.analysis = analysis
  }

  /// The run of the file's stream of another kind, which the file has.
  func run(ofKind kind: String) throws -> RunSummary? {
    try analysis.taking(kind: kind).firstSummary(of: planned)
  }
}

extension ComparedPair {
  /// Takes the same kind of stream from all captures of both sides: the likeliest program that all of them have.
  ///
  /// - Parameter isAsked: whether the user chose streams by name, so that different ones are meant.
  /// - Throws: if captures have several streams, and no program is in all of them.
  mutating func useOneKindOfStream(isAsked: Bool) throws {
    let lists = (reference.kinds + candidate.kinds).filter { !$0.isEmpty }
    defer {
      reference.keepOneStreamPerCapture()
      candidate.keepOneStreamPerCapture()
    }
    guard Set(lists.map { $0[0] }).count > 1 else { return }
    guard let kind = Self.commonKind(of: lists) else {
      // Two programs may be compared with each other if each capture has one.
      if isAsked || lists.allSatisfy({ Set($0).count == 1 }) { return }
      throw SideError.noCommonStream(
        chosen: lists.map { $0[0] }.distinct, known: lists.joined().distinct)
    }
    try reference.take(kind)
    try candidate.take(kind)
  }

  /// The kind of stream, among those of programs and pages, that comes first in the lists that all have it.
  private static func commonKind(of lists: [[String]]) -> String? {
    lists[0].distinct.compactMap { kind -> (kind: String, rank: Int)? in
      let places = lists.compactMap { $0.firstIndex(of: kind) }
      guard places.count == lists.count, StreamRole(ofStream: kind) == .application else {
        return nil
      }
      return (kind, places.reduce(0, +))
    }.min { $0.rank < $1.rank }?.kind
  }
}

extension StageRuns {
  /// The kinds of streams of each capture, in files and in the store.
  fileprivate var kinds: [[String]] {
    captures.map(\.kinds) + storedCaptures.map { $0.compactMap { records[$0].streamKind } }
  }

  /// The positions of the runs of each capture in the store, the likeliest stream first.
  private var storedCaptures: [[Int]] {
    var captures: [[Int]] = []
    var known: [String: Int] = [:]
    for (position, record) in records.enumerated() {
      if !record.isFurtherStream { known[record.digest] = captures.count }
      if record.isFurtherStream, let capture = known[record.captureDigest] {
        captures[capture].append(position)
      } else {
        captures.append([position])
      }
    }
    return captures
  }

  /// Keeps one run of each capture in the store: that of the first stream.
  fileprivate mutating func keepOneStreamPerCapture() {
    records = storedCaptures.map { records[$0[0]] }
  }

  /// Takes the stream of a kind from each capture that has it; files are read again.
  fileprivate mutating func take(_ kind: String) throws {
    records = storedCaptures.map { positions in
      records[positions.first { records[$0].streamKind == kind } ?? positions[0]]
    }
    for (index, capture) in captures.enumerated() where capture.kinds.contains(kind) {
      guard capture.kinds[0] != kind, let run = try capture.run(ofKind: kind) else { continue }
      traces[index] = run
    }
  }
}

extension RunRecord {
  fileprivate var streamKind: String? { origin.stream.map(Recording.Origin.kind) }

  /// Whether the run is a further stream of a capture, which `ingest` names after the first one and the stream.
  fileprivate var isFurtherStream: Bool {
    digest.contains("/") && origin.stream.map { name.hasSuffix(" (\($0))") } ?? false
  }

  /// The digest of the capture's first run.
  fileprivate var captureDigest: String { String(digest.prefix { $0 != "/" }) }
}

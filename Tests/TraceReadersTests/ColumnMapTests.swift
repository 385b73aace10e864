import Recordings
import TestSupport
import Testing
import Units

@testable import Decoding
@testable import Histories
@testable import RunFolders
@testable import TraceReaders

@Suite("Columns mapped by the user")
struct ColumnMapTests {
  private func read(_ text: String, _ pairs: (String, String)...) throws -> Recording {
    let map = try ColumnMap(pairs.map { (target: $0.0, column: $0.1) })
    let file = try TraceReader.read(bytes: Array(text.utf8), name: "a", as: map.format)
    return try #require(file.recordings.first)
  }

  @Test func everyRowOfATableIsAFrame() throws {
    let run = try read(
      "n,when,how long,load,other\n1,16,16,30,x\n2,32,16,40,y\n3,65,33,50,z\n",
      ("timestamp", "When:ms"), ("frame_time", "how long:ms"), ("cpu_percent", "load"))
    #expect(run.timeline.value?.presents == [0, 16_000_000, 32_000_000, 65_000_000])
    #expect(run.counters.map(\.role) == [.cpu])
    #expect(run.counters.first?.samples.stretches.map(\.value) == [0.3, 0.4, 0.5])
    #expect(run.issues.isEmpty)
  }

  @Test func timeStampsBesideSamplesAreFrames() throws {
    let run = try read("t,l\n0,1\n16,2\n33,3\n", ("timestamp", "t:ms"), ("cpu_percent", "l"))
    #expect(run.timeline.value?.presents == [0, 16_000_000, 33_000_000])
  }

  @Test func columnsWithoutNamesAreNumbered() throws {
    let run = try read("a,0.5\nb,0.516\nc,0.533\n", ("timestamp", "2:s"))
    #expect(run.timeline.value?.presents == [0, 16_000_000, 33_000_000])
    let named = try read("x,y\n1,0.5\n2,0.516\n", ("timestamp", "2:s"))
    #expect(named.timeline.value?.frameCount == 1)
    #expect(named.issues.isEmpty)
  }

  @Test func oneColumnWithoutANameIsAColumn() throws {
    let run = try read("16.5\n16.5\n\n33\n", ("frame_time", "1:ms"))
    #expect(run.timeline.value?.presents == [0, 16_500_000, 33_000_000, 66_000_000])
    #expect(run.issues.isEmpty)
  }

  @Test func aHeaderInTheMiddleIsKnownAgain() throws {
    let run = try read("a,t\n1,0\n2,16\na,t\n3,32\n", ("timestamp", "t:ms"))
    #expect(run.timeline.value?.frameCount == 2)
    #expect(run.issues.map(\.kind) == [.repeatedHeader])
    #expect(run.issues.first?.line == 4)
  }

  @Test func linesOfJSONHaveMembersByPath() throws {
    let text = """
      {"head": 1}
      {"frame": {"end": 16.5, "cpu": "8"}, "tags": ["a,b"]}

      {"frame": {"end": 33, "cpu": null}}
      nothing
      {"frame": {"end": "soon"}}
      {"frame": {"end": 50}}
      """
    let run = try read(text, ("timestamp", "frame.end:ms"), ("cpu", "frame.cpu:ms"))
    #expect(run.timeline.value?.presents == [0, 16_500_000, 33_500_000])
    #expect(run.origin.dialect == "JSON lines")
    let issues = run.issues.sorted { ($0.line ?? 0) < ($1.line ?? 0) }
    #expect(issues.map(\.kind) == [.unusableRow, .notANumber])
    #expect(issues.map(\.line) == [5, 6])
  }

  /// The lines are more than one batch, and none is lost between batches.
  @Test func manyLinesAreReadPieceByPiece() throws {
    let lines = (0..<20_000).map { "{\"t\": \($0 * 16)}" }.joined(separator: "\n")
    let run = try read(lines, ("timestamp", "t:ms"))
    #expect(run.timeline.value?.frameCount == 19_999)
    #expect(run.issues.isEmpty)
  }

  @Test func unknownColumnsAreRefusedWithTheNearest() {
    let table = "Frame,Time\n1,2\n"
    #expect(
      throws: TraceError.refused(
        path: "a", .noColumn("tme", nearest: "Time", columns: ["Frame", "Time"]))
    ) { try read(table, ("timestamp", "tme:ms")) }
    #expect(
      throws: TraceError.refused(
        path: "a", .noColumn("x", nearest: nil, columns: ["a.b", "time"]))
    ) { try read(#"{"a": {"b": 1}, "time": 2}"#, ("timestamp", "x:ms")) }
  }

  @Test(
    "semicolons, tabs, spaces around names, and decimal commas are read",
    arguments: [
      "Frame;Time\n1;16,5\n2;33,0\n", "Frame\tTime\n1\t16.5\n2\t33.0\n",
      " Frame , Time \n 1 , 16.5 \n 2 , 33 \n",
      "\"Frame\";\"Time\"\n\"1\";\"16,5\"\n\"2\";\"33\"\n",
    ])
  func separators(text: String) throws {
    for column in ["Time", "2"] {
      let run = try read(text, ("timestamp", "\(column):ms"))
      #expect(run.timeline.value?.presents == [0, 16_500_000])
      #expect(run.issues.isEmpty)
    }
  }

  @Test("an array of numbers or of objects is read")
  func arrays() throws {
    let numbers = try read("[16.5, 16.5,\n 33, null]", ("frame_time", "1:ms"))
    #expect(numbers.timeline.value?.presents == [0, 16_500_000, 33_000_000, 66_000_000])
    let objects = try read(
      #"[{"frame": {"ms": 16.5}, "x": [1]}, {"frame": {"ms": 33}}]"#, ("frame_time", "frame.ms:ms"))
    #expect(objects.timeline.value?.presents == [0, 16_500_000, 49_500_000])
    #expect(
      throws: TraceError.refused(path: "a", .noColumn("1", nearest: nil, columns: ["ms"]))
    ) { try read(#"[{"ms": 1}]"#, ("frame_time", "1:ms")) }
  }

  @Test(
    "a table in an unknown format is refused with the option that reads it",
    arguments: [
      ("16.6\n16.7\n33.4\n", "frame_time=1:ms"), ("[0.0166, 0.0167, 0.0334]", "frame_time=1:s"),
      ("[16666, 16667]", "frame_time=1:us"), ("100\n116\n133\n150\n166\n183\n", "timestamp=1:ms"),
      ("n;Frame time (ms)\n1;16,6\n2;16,7\n", "'frame_time=Frame time (ms):ms'"),
      ("frame\tTimeInSeconds\n1\t0.5\n2\t0.6\n", "timestamp=TimeInSeconds:s"),
      ("name,score\na,1\nb,2\n", nil), ("hello\nworld\n", nil), ("7\n", nil),
    ] as [(String, String?)])
  func suggestions(text: String, option: String?) throws {
    let error = #expect(throws: TraceError.self) {
      try TraceReader.read(bytes: Array(text.utf8), name: "a")
    }
    #expect(error?.map == option)
    guard let words = option?.filter({ $0 != "'" }).split(separator: "=", maxSplits: 1)
    else { return }
    let run = try read(text, (String(words[0]), String(words[1])))
    #expect((run.timeline.value?.frameCount ?? 0) > 0)
  }

  @Test(arguments: [
    (["timestmp=t:ms"], ColumnMapFault.unknownTarget("timestmp", nearest: "timestamp")),
    (["timestamp=t"], .noUnit("timestamp", column: "t")),
    (["timestamp=t:sec"], .unknownUnit("sec", target: "timestamp", column: "t")),
    (["timestamp=:ms"], .noColumn("timestamp")), (["cpu_percent="], .noColumn("cpu_percent")),
    (["timestamp=t:ms", "timestamp=u:ms"], .repeated("timestamp")),
    (["timestamp=t:ms", "cpu_percent=t"], .repeatedColumn("t")),
    (["cpu_percent=c"], .noTime), ([], .noTime),
  ])
  func whatMeansNothingIsRefused(words: [String], fault: ColumnMapFault) {
    #expect(throws: fault) {
      try ColumnMap(
        words.map { word in
          let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
          return (target: String(parts[0]), column: String(parts[1]))
        })
    }
  }
}

extension TraceError {
  /// The option that reads a file in an unknown format.
  fileprivate var map: String? {
    if case .unrecognized(_, _, _, _, let map) = self { map } else { nil }
  }
}

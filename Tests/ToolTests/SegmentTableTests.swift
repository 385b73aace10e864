import Foundation
import TestSupport
import Testing

@Suite("Tables by segment")
struct SegmentTableTests {
  /// A folder with 60 frames of 10 ms, a pause of 2 s, and 40 frames of 20 ms.
  ///
  /// Each of the two groups is an activity.
  private static func folder() throws -> String {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "segments-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let times = (0...60).map { $0 * 10 } + (0...40).map { 2600 + $0 * 20 }
    let files = [
      "run.json": "{}",
      "frames.csv": "timestamp_ms\n" + times.map { "\($0)\n" }.joined(),
      "markers.csv": "timestamp_ms,end_ms,name,activity\n0,600,down,1\n2600,3400,up,1\n",
    ]
    for (name, text) in files {
      try text.write(to: folder.appending(path: name), atomically: true, encoding: .utf8)
    }
    return folder.path
  }

  @Test func everySegmentHasARow() throws {
    let folder = try Self.folder()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let outcome = try Tool.run(
      ["analyze", folder, "--segments", "--metrics", "fps.avg,frametime.max", "--format", "csv"])
    try #require(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.output.contains("segments-1,By segment,down,fps.avg,100.0,"))
    #expect(outcome.output.contains("segments-1,By segment,up,fps.avg,50.0,"))
    #expect(outcome.output.contains("segments-1,By segment,up,frametime.max,20.0,"))
    #expect(
      outcome.output.contains("2.0 s of 3.4 s are outside the marked activities"),
      "\(outcome.output)")
  }

  @Test func jsonHasTheSegmentsToo() throws {
    let folder = try Self.folder()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let outcome = try Tool.run(["analyze", folder, "--segments", "--format", "json"])
    let object = try JSONSerialization.jsonObject(with: Data(outcome.output.utf8))
    let runs = try #require((object as? [String: Any])?["runs"] as? [[String: Any]])
    let segments = try #require(runs[0]["segments"] as? [[String: Any]])
    #expect(segments.map { $0["name"] as? String } == ["down", "up"])
    #expect(segments.map { ($0["metrics"] as? [String: Double])?["frames"] } == [60, 40])
  }

  /// Three runs of two laps each.
  ///
  /// Frames of the second lap take 20, 40 and 30 ms; the third run does not mark it.
  private static func suite() throws -> String {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "segments-\(UUID().uuidString)")
    for (run, frameTime) in [("1", 20), ("2", 40), ("3", 30)] {
      let place = folder.appending(path: "runs/laps/base/\(run)")
      try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
      let times = (0...60).map { $0 * 10 } + (0...40).map { 2600 + $0 * frameTime }
      let second = run == "3" ? "" : "2600,\(2600 + 40 * frameTime),up,1\n"
      let files = [
        "run.json": "{}",
        "frames.csv": "timestamp_ms\n" + times.map { "\($0)\n" }.joined(),
        "markers.csv": "timestamp_ms,end_ms,name,activity\n0,600,down,1\n" + second,
      ]
      for (name, text) in files {
        try text.write(to: place.appending(path: name), atomically: true, encoding: .utf8)
      }
    }
    let suite = #"{"title": "Laps", "stages": [{"id": "base", "title": "Base"}]}"#
    try suite.write(
      to: folder.appending(path: "runs/laps/suite.json"), atomically: true, encoding: .utf8)
    let ingested = try Tool.run(
      [
        "ingest", folder.appending(path: "runs").path, "--store",
        folder.appending(path: "s.db").path,
      ])
    try #require(ingested.status == 0, "\(ingested.errors)")
    return folder.path
  }

  @Test func aReportHasTheMediansOfTheRuns() throws {
    let folder = try Self.suite()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let arguments = ["report", "laps", "--store", "\(folder)/s.db", "--format", "csv"]
    let outcome = try Tool.run(arguments + ["--segments"])
    try #require(outcome.status == 0, "\(outcome.errors)")
    let place =
      "segments-stage-base,Segments of the runs of base: median of each metric over the runs"
    #expect(outcome.output.contains("\(place),down,Runs,3,"), "\(outcome.output)")
    #expect(outcome.output.contains("\(place),down,fps.avg,100.0,"), "\(outcome.output)")
    // 50 and 25 frames per second.
    #expect(outcome.output.contains("\(place),up,Runs,2,"), "\(outcome.output)")
    #expect(outcome.output.contains("\(place),up,fps.avg,37.5,"), "\(outcome.output)")
    #expect(try !Tool.run(arguments).output.contains("Segments of the runs of base"))
  }

  @Test func aSiteHasThemOnThePagesOfStagesAndRuns() throws {
    let folder = try Self.suite()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let outcome = try Tool.run(
      ["report", "--store", "\(folder)/s.db", "--site", "\(folder)/site", "--segments"])
    try #require(outcome.status == 0, "\(outcome.errors)")
    func page(_ name: String) throws -> String {
      try String(contentsOfFile: "\(folder)/site/laps/\(name).html", encoding: .utf8)
    }
    #expect(
      try page("stage-base/index").contains(
        "Segments of the runs of base: median of each metric over the runs"))
    #expect(try page("stage-base/1").contains("<caption><span>By segment</span></caption>"))
  }

  @Test func aRunWithoutMarkersSaysWhatWouldHelp() throws {
    let run = SharedMaterial.project.appending(path: "runs/glmark2/0.2/1").path
    let outcome = try Tool.run(["analyze", run, "--segments"])
    #expect(outcome.status == 0)
    #expect(outcome.output.contains("The run has no markers, so there are no segments"))
  }
}

import Foundation
import TestSupport
import Testing

@Suite("Tables by segment")
struct SegmentTableTests {
  /// A folder with 60 frames of 10 ms, a pause of 2 s, and 40 frames of 20 ms; both stretches are activities.
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
      outcome.output.contains("2.0 s of 3.4 s lie outside the activities"), "\(outcome.output)")
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

  @Test func aRunWithoutMarkersSaysWhatWouldHelp() throws {
    let run = SharedMaterial.project.appending(path: "runs/glmark2/0.2/1").path
    let outcome = try Tool.run(["analyze", run, "--segments"])
    #expect(outcome.status == 0)
    #expect(outcome.output.contains("No markers tell segments apart"))
  }
}

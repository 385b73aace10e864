import Foundation
import Recordings
import TestSupport
import Testing

@testable import Decoding
@testable import Histories
@testable import RunFolders
@testable import TraceReaders

@Suite("The thresholds of suite.json")
struct ThresholdsTests {
  private func suite(_ text: String) throws -> SuiteDescription {
    try SuiteFile(Array(text.utf8), id: "scrolling").description
  }

  @Test func areRead() throws {
    let thresholds = try suite(
      """
      {"stages": [{"id": "a"}, {"id": "b"}],
       "thresholds": {
         "limits": [{"metric": "frametime.p95", "limit": "<= 16.7 ms"},
                    {"metric": "fps.avg", "limit": ">= 55 fps", "stage": "b"}],
         "comparisons": [{"from": "a", "to": "b"}],
         "noise_floors": {"fps.avg": "2%", "memory.avg": "5 MB"},
         "trip_wire": "40%"
       }}
      """
    ).thresholds
    #expect(
      thresholds.limits == [
        .init(metric: "frametime.p95", bound: "<= 16.7 ms"),
        .init(metric: "fps.avg", bound: ">= 55 fps", stage: "b"),
      ])
    #expect(thresholds.comparisons == [.init(from: "a", to: "b")])
    #expect(thresholds.noiseFloors == ["fps.avg": "2%", "memory.avg": "5 MB"])
    #expect(thresholds.tripWire == 0.4)
    #expect(try suite("{}").thresholds == Thresholds())
  }

  @Test("are documented with a valid example")
  func areDescribed() throws {
    let page = try String(
      contentsOf: SharedMaterial.project.appending(path: "docs/files.md"), encoding: .utf8)
    let section = try #require(page.components(separatedBy: "### Thresholds\n").last)
    let example = try #require(section.firstMatch(of: /```json5\n((?s:.*?))```/)?.1)
    let thresholds = try suite(String(example)).thresholds
    #expect(thresholds.limits.map(\.stage) == [nil, "map"])
    #expect(thresholds.comparisons == [.init(from: "list", to: "map")])
    #expect(thresholds.noiseFloors == ["frametime.p95": "2%", "fps.stability": "1.5%"])
    #expect(thresholds.tripWire == 0.4)
  }

  @Test(
    "errors are reported with their position",
    arguments: [
      ("{\"limit\": []}", .unknownKey(path: "thresholds.limit", nearest: "limits"), 1, 17),
      (
        "{\"limits\": [{\"metrik\": \"x\", \"limit\": \"<= 1 s\"}]}",
        .unknownKey(path: "thresholds.limits[0].metrik", nearest: "metric"), 1, 29
      ),
      (
        "{\"limits\": [\n{\"metric\": \"x\", \"limit\": 5}]}",
        .wrongValue(path: "thresholds.limits[0].limit", found: "5", wanted: "a string"), 2, 17
      ),
      (
        "{\"trip_wire\": \"0%\"}",
        .wrongValue(
          path: "thresholds.trip_wire", found: "\"0%\"",
          wanted: "a percentage above 0, such as \"40%\""), 1, 17
      ),
      (
        "{\"comparisons\": [{\"from\": \"a\",\n\n  \"to\": \"z\"}]}",
        .unknownStage(path: "thresholds.comparisons[0].to", stage: "z", known: ["a"]), 3, 3
      ),
      (
        "{\"limits\": [{\"metric\": \"é\", \"limit\": \"\", /* ü */ \"stage\": \"y\"}]}",
        .missingKey(path: "thresholds.limits[0].limit"), 1, 44
      ),
      (
        "{\"limits\": [{\"metric\": \"é\", \"limit\": \"1\", /* ü */ \"stage\": \"y\"}]}",
        .unknownStage(path: "thresholds.limits[0].stage", stage: "y", known: ["a"]), 1, 66
      ),
    ] as [(String, DescriptionProblem, Int, Int)])
  func slips(text: String, problem: DescriptionProblem, line: Int, column: Int) {
    let whole = Array("{\"thresholds\": \(text), \"stages\": [{\"id\": \"a\"}]}".utf8)
    #expect(throws: problem) { try SuiteFile(whole, id: "x") }
    #expect(problem.place(in: whole) == TextPlace(line: line, column: column))
  }

  @Test("malformed JSON is reported with line and column")
  func malformed() {
    let text = Array("{\n  \"titel\": \"ä\" 5\n}".utf8)
    let error = #expect(throws: DescriptionProblem.self) { try SuiteFile(text, id: "x") }
    #expect(error?.place(in: text) == TextPlace(line: 2, column: 16))
  }

  @Test(
    "a value has a position in every syntax; a missing value has that of its container",
    arguments: [
      ("{a: 1, 'b': 2}", "b", 8), (" 5", "", 2), ("{\"a\": [1, [2, 3], 4]}", "a[2]", 19),
      ("/* ü */ {c: 1}", "c", 10), ("{'d.e': {f: [{}]}}", "d.e.f[0].x", 14),
      ("{'d.e': 1, d: {e: 2}}", "d.e", 2), ("{a: {b: 1}}", "a.c", 5),
    ])
  func forms(text: String, path: String, column: Int) {
    #expect(
      DescriptionFile.place(of: path, in: Array(text.utf8)) == TextPlace(line: 1, column: column))
  }
}

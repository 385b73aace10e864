import Recordings
import Testing
import Units

@testable import Decoding
@testable import Histories
@testable import RunFolders
@testable import TraceReaders

@Suite("run.json and suite.json")
struct DescriptionTests {
  private func run(_ text: String) throws -> RunFile { try RunFile(Array(text.utf8)) }
  private func suite(_ text: String) throws -> SuiteDescription {
    try SuiteFile(Array(text.utf8), id: "scrolling").description
  }

  @Test func aRunIsDescribed() throws {
    let file = try run(
      """
      {
        // What was measured.
        "commit": "abc123", "date": "2026-01-31", "session": "s1",
        "device": {"name": "pad", "os": "9.1", "cpu": "quad", "gpu": "tile", "refresh_rate_hz": 59.94,
                   "input_lag_ms": 55.5, "ram_gb": 2, "charging": true},
        "labels": {"scene": "feed", "take": 3, "ratio": 1.5},
        "duration_s": 12.25,
        "activity": [{"name": "lap", "start_ms": 10, "end_ms": 20.5}, {"start_ns": 7, "end_s": 1,}],
        "scalars": {"cell.time": {"value": 1.5, "unit": "ms", "better": "lower"},
                    "score": {"value": 7, "better": "higher"}, "size": {"value": 1}},
        "reported": {"fps.avg": 59.9, "cpu.avg": 0.1505},
        "provenance": "Made up for a test",
      }
      """)
    let description = file.description
    #expect(description.commit == "abc123")
    #expect(description.date == "2026-01-31")
    #expect(description.session == "s1")
    #expect(description.device.name == "pad")
    #expect(description.device.refreshRate == 59.94)
    #expect(description.device.inputLag == 55_500_000)
    #expect(description.device.properties == ["ram_gb": "2", "charging": "true"])
    #expect(description.labels == ["scene": "feed", "take": "3", "ratio": "1.5"])
    #expect(description.testDuration == 12_250_000_000)
    #expect(description.reported == ["fps.avg": 59.9, "cpu.avg": 0.1505])
    #expect(description.provenance == "Made up for a test")
    #expect(
      description.scalars == [
        Scalar(
          name: "cell.time", value: 1.5, unit: Unit(id: "ms"), lowerIsBetter: true),
        Scalar(name: "score", value: 7, unit: .count, lowerIsBetter: false),
        Scalar(name: "size", value: 1, unit: .count, lowerIsBetter: nil),
      ])
    #expect(
      file.activity == [
        Marker(start: 10_000_000, end: 20_500_000, name: "lap", isActivity: true),
        Marker(start: 7, end: 1_000_000_000, name: "activity", isActivity: true),
      ])
  }

  @Test func anEmptyRunSaysNothing() throws {
    #expect(try run("{}").description == RunDescription())
    #expect(try run("{\"commit\": null}").description.commit == nil)
  }

  @Test(
    "errors in run.json are reported with their position",
    arguments: [
      ("{\"comit\": \"a\"}", .unknownKey(path: "comit", nearest: "commit")),
      ("{\"weather\": 1}", .unknownKey(path: "weather", nearest: nil)),
      (
        "{\"scalars\": {\"x\": {\"value\": 1, \"units\": \"ms\"}}}",
        .unknownKey(path: "scalars.x.units", nearest: "unit")
      ),
      ("{\"scalars\": {\"x\": {}}}", .missingKey(path: "scalars.x.value")),
      ("{\"commit\": 7}", .wrongValue(path: "commit", found: "7", wanted: "a string")),
      (
        "{\"device\": {\"refresh_range_hz\": 60}}",
        .wrongValue(
          path: "device.refresh_range_hz", found: "60",
          wanted: "the lowest and the highest refresh rate in hertz, such as \"48-144\"")
      ),
      (
        "{\"device\": {\"refresh_rate_hz\": 0}}",
        .wrongValue(
          path: "device.refresh_rate_hz", found: "0",
          wanted: "a number above 0 and at most 10,000")
      ),
      (
        "{\"device\": {\"refresh_rate_hz\": 1e300}}",
        .wrongValue(
          path: "device.refresh_rate_hz", found: "1e+300",
          wanted: "a number above 0 and at most 10,000")
      ),
      (
        "{\"device\": {\"screens\": [1, 2]}}",
        .wrongValue(
          path: "device.screens", found: "a list of length 2",
          wanted: "a string, number or boolean")
      ),
      (
        "{\"scalars\": {\"x\": {\"value\": 1, \"better\": \"more\"}}}",
        .wrongValue(
          path: "scalars.x.better", found: "\"more\"", wanted: "\"lower\" or \"higher\"")
      ),
      ("{\"activity\": [{\"start_ms\": 1}]}", .missingKey(path: "activity[0].end_ms")),
      (
        "{\"activity\": [{\"start_ms\": 2, \"end_ms\": 1}]}",
        .wrongValue(
          path: "activity[0].end", found: "1000000 ns",
          wanted: "an end at or after the start of the activity")
      ),
      (
        "{\"duration_s\": -1}",
        .wrongValue(
          path: "duration_s", found: "-1",
          wanted: "a time from 0 to a century")
      ),
      ("[]", .wrongValue(path: "", found: "a list of length 0", wanted: "an object")),
    ] as [(String, DescriptionProblem)])
  func runProblems(text: String, problem: DescriptionProblem) {
    #expect(throws: problem) { try run(text) }
  }

  @Test(
    "malformed JSON is reported with its position",
    arguments: [
      ("", 1, "the end of the file"), ("{", 1, "the end of the file"), ("{\"a\": }", 1, "“}”"),
      ("\u{0}", 1, "the byte 0"), ("{\"a\": 1}\nx", 2, "“x”"),
      ("{ // one: \"\n\"a\": 1, /* two\n */ \"b\": [1,],\n\n\"c\" 5}", 5, "“5”"),
      ("{\"duration_s\":\n1e999}", 2, "an infinite number"),
      ("{\"a\": \"x // \\\"\",\n,}", 2, "“,”"), ("{/* never\nended", 2, "the end of the file"),
    ])
  func broken(text: String, line: Int, found: String) {
    #expect {
      try run(text)
    } throws: { error in
      guard case DescriptionProblem.malformed(let place, let what, _) = error else { return false }
      return place.line == line && what == found
    }
  }

  @Test func endlessNestingIsNoJSON() {
    let text = String(repeating: "[", count: 100_000)
    #expect(throws: DescriptionProblem.self) { try run("{\"labels\": \(text)") }
  }

  @Test(arguments: ["{\"duration_s\": NaN}", "{\"duration_s\": 1e999}", "{\"duration_s\": 1e12}"])
  func numbersHaveToBeFiniteAndInRange(text: String) {
    #expect(throws: DescriptionProblem.self) { try run(text) }
  }

  @Test func aSuiteIsDescribed() throws {
    let description = try suite(
      """
      {
        "title": "Scrolling", "about": "A feed.", "provenance": "Made up.",
        "parameters": {"refresh_rate_hz": 60, "points": "1s"},
        "metrics": ["fps.avg", "cpu.avg"],
        "best": "b", "worst": "w", "end_result": "2",
        "stages": [{"id": "b", "title": "Best"}, {"id": "w"},
                   {"id": "2", "title": "Two", "baseline": "w", "note": "n"}]
      }
      """)
    var expected = SuiteDescription(id: "scrolling", title: "Scrolling")
    expected.about = "A feed."
    expected.provenance = "Made up."
    expected.parameters = ["refresh_rate_hz": "60", "points": "1s"]
    expected.metrics = ["fps.avg", "cpu.avg"]
    expected.best = "b"
    expected.worst = "w"
    expected.endResult = "2"
    expected.stages = [
      .init(id: "b", title: "Best"), .init(id: "w", title: "w"),
      .init(id: "2", title: "Two", baseline: "w", note: "n"),
    ]
    #expect(description == expected)
  }

  @Test func aSuiteWithoutATitleIsCalledByItsFolder() throws {
    #expect(try suite("{}").title == "scrolling")
  }

  @Test(
    "errors in suite.json are reported with their position",
    arguments: [
      (
        "{\"stages\": [{\"id\": \"a\", \"titel\": \"x\"}]}",
        .unknownKey(path: "stages[0].titel", nearest: "title")
      ),
      ("{\"stages\": [{\"title\": \"x\"}]}", .missingKey(path: "stages[0].id")),
      (
        "{\"stages\": [{\"id\": \"a\"}], \"best\": \"b\"}",
        .unknownStage(path: "best", stage: "b", known: ["a"])
      ),
      (
        "{\"stages\": [{\"id\": \"a\", \"baseline\": \"z\"}]}",
        .unknownStage(path: "stages[0].baseline", stage: "z", known: ["a"])
      ),
      (
        "{\"stages\": [{\"id\": \"a\"}, {\"id\": \"a\"}]}",
        .repeatedStage(path: "stages[1].id", stage: "a")
      ),
      (
        "{\"metrics\": [\"fps.avg\", 5]}",
        .wrongValue(path: "metrics[1]", found: "5", wanted: "a string")
      ),
      ("{\"stages\": [5]}", .wrongValue(path: "stages[0]", found: "5", wanted: "an object")),
      ("{\"end-result\": \"a\"}", .unknownKey(path: "end-result", nearest: "end_result")),
    ] as [(String, DescriptionProblem)])
  func suiteProblems(text: String, problem: DescriptionProblem) {
    #expect(throws: problem) { try suite(text) }
  }
}

import Recordings
import Testing
import Units

@testable import Decoding
@testable import Histories
@testable import RunFolders
@testable import TraceReaders

@Suite("Measures, cases and variables of suite.json")
struct OwnMeasureTests {
  private func suite(_ text: String) throws -> SuiteDescription {
    try SuiteFile(Array(text.utf8), id: "s").description
  }

  private static let declared = [
    OwnMeasure(name: "layout", unit: .milliseconds, lowerIsBetter: true),
    OwnMeasure(name: "score", unit: .count, lowerIsBetter: false),
  ]

  private func scalars(_ text: String) throws -> [Scalar] {
    let file = try RunFile(Array("{\"scalars\": \(text)}".utf8), measures: Self.declared)
    return file.description.scalars
  }

  @Test("measures are declared once, sorted by name")
  func measures() throws {
    let suite = try suite(
      """
      {"measures": {
        "rotation": {"unit": "s"},
        "layout": {"title": "Layout time", "unit": "ms", "better": "lower", "digits": 2,
          "budget": "refresh"},
        "draws": {"unit": "count", "better": "higher", "budget": "40"},
        "load": {"unit": "ms", "budget": "0.5 s"}
      }}
      """)
    #expect(
      suite.measures == [
        OwnMeasure(name: "draws", unit: .count, lowerIsBetter: false, budget: .value(40)),
        OwnMeasure(
          name: "layout", title: "Layout time", unit: .milliseconds, lowerIsBetter: true,
          digits: 2, budget: .refresh),
        OwnMeasure(
          name: "load", unit: .milliseconds, lowerIsBetter: nil, budget: .value(500)),
        OwnMeasure(name: "rotation", unit: .seconds, lowerIsBetter: nil),
      ])
  }

  @Test("a stage without a title is named after its case and variant")
  func stages() throws {
    let suite = try suite(
      """
      {"sweep": {"title": "Number of views", "unit": "views"},
       "stages": [
        {"id": "a", "case": "Text", "variant": "Old"},
        {"id": "b", "variant": "Old", "at": 20},
        {"id": "c", "at": 0.5, "title": "Half a view"},
        {"id": "d"}
       ]}
      """)
    #expect(suite.sweep == .init(title: "Number of views", unit: "views"))
    #expect(suite.stages.map(\.title) == ["Text, Old", "Old, 20 views", "Half a view", "d"])
    #expect(suite.stages.map(\.at) == [nil, 20, 0.5, nil])
    #expect(suite.stages[0].testCase == "Text")
    #expect(suite.stages[1].variant == "Old")
  }

  @Test(
    "errors in a suite are reported with their position",
    arguments: [
      ("{\"measures\": {\"x\": {\"better\": \"lower\"}}}", .missingKey(path: "measures.x.unit")),
      (
        "{\"measures\": {\"x\": {\"units\": \"ms\"}}}",
        .unknownKey(path: "measures.x.units", nearest: "unit")
      ),
      (
        "{\"measures\": {\"x\": {\"unit\": \"ms\", \"digits\": 1.5}}}",
        .wrongValue(
          path: "measures.x.digits", found: "1.5", wanted: "a whole number from 0 to 6")
      ),
      (
        "{\"measures\": {\"x\": {\"unit\": \"MB\", \"budget\": \"refresh\"}}}",
        .wrongValue(
          path: "measures.x.budget", found: "\"refresh\"",
          wanted: "a value with its unit, such as \"16 MB\"")
      ),
      ("{\"stages\": [{\"id\": \"a\", \"at\": 1}]}", .missingKey(path: "sweep")),
      (
        "{\"stages\": [{\"id\": \"a\", \"case\": \"x\"}]}",
        .missingKey(path: "stages[0].variant")
      ),
      (
        "{\"stages\": [{\"id\": \"a\", \"variant\": \"x\"}]}",
        .missingKey(path: "stages[0].case")
      ),
      (
        "{\"stages\": [{\"id\": \"a\", \"case\": \"x\", \"variant\": \"y\"}, "
          + "{\"id\": \"b\", \"case\": \"x\", \"variant\": \"y\"}]}",
        .repeatedCase(path: "stages[1].id", stage: "b", twin: "a")
      ),
      ("{\"sweep\": {}}", .missingKey(path: "sweep.title")),
    ] as [(String, DescriptionProblem)])
  func suiteProblems(text: String, problem: DescriptionProblem) {
    #expect(throws: problem) { try suite(text) }
  }

  @Test(
    "a declared measure needs no unit, and a value in another unit of the same kind is converted")
  func values() throws {
    #expect(
      try scalars(
        "{\"layout\": 12.5, \"score\": {\"value\": 3}, \"own\": {\"value\": 1, \"unit\": \"m\"}}")
        == [
          Scalar(name: "layout", value: 12.5, unit: .milliseconds, lowerIsBetter: true),
          Scalar(name: "own", value: 1, unit: Unit(id: "m"), lowerIsBetter: nil),
          Scalar(name: "score", value: 3, unit: .count, lowerIsBetter: false),
        ])
    #expect(try scalars("{\"layout\": {\"value\": 0.5, \"unit\": \"s\"}}").map(\.value) == [500])
  }

  @Test(
    "errors in a run's values are reported with their position",
    arguments: [
      (
        "{\"layuot\": 1}",
        .undeclaredMeasure(
          path: "scalars.layuot", nearest: "layout", declared: ["layout", "score"])
      ),
      (
        "{\"layout\": {\"value\": 1, \"unit\": \"MB\"}}",
        .wrongValue(
          path: "scalars.layout.unit", found: "\"MB\"",
          wanted: "\"ms\", which suite.json declares for this measure")
      ),
      (
        "{\"layout\": {\"value\": 1, \"better\": \"higher\"}}",
        .wrongValue(
          path: "scalars.layout.better", found: "\"higher\"",
          wanted: "the value of “better” that suite.json declares for this measure, or no value")
      ),
    ] as [(String, DescriptionProblem)])
  func runProblems(text: String, problem: DescriptionProblem) {
    #expect(throws: problem) { try scalars(text) }
  }

  @Test(
    "a value that is not a finite number is refused",
    arguments: ["NaN", "Infinity", "\"1\"", "[1]"])
  func noNumbers(value: String) {
    #expect(throws: DescriptionProblem.self) { try scalars("{\"layout\": \(value)}") }
  }

  @Test("the runs of a suite have its measures, from a folder and from a file")
  func runsKnow() throws {
    let folder = try TemporaryFolder()
    try folder.write(
      "{\"measures\": {\"layout\": {\"unit\": \"ms\"}}, \"stages\": [{\"id\": \"1\"}]}",
      to: "s/suite.json")
    try folder.write("{\"scalars\": {\"layout\": 4}}", to: "s/1/a/run.json")
    try folder.write("timestamp_ms\n0\n10\n20\n", to: "s/1/b.csv")
    let plan = try TraceDiscovery.plan([folder.path + "/s"])
    let runs = try plan.runs.map { try TraceReader.read($0).recordings[0].description }
    #expect(runs.map { $0.measures.map(\.name) } == [["layout"], ["layout"]])
    #expect(runs[0].scalars.map(\.unit) == [.milliseconds])
  }
}

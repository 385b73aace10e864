import Foundation
import TestSupport
import Testing

/// The command lines that `hitchmark check` refuses, and their messages.
@Suite("Checks that are refused")
struct CheckRefusalTests {
  private static let measured = Result { try CheckedHistory() }

  @Test("an impossible check ends with exit code 2 and a message, never with 1")
  func refused() throws {
    let measured = try Self.measured.get()
    try measured.store("refused.db")
    let path = measured.repository.outside
    try path.file(
      "typo/app/suite.json", text: "{\n  \"thresholds\": {\"limit\": []}\n}")
    try path.file(
      "both/app/suite.json",
      text: """
        {"thresholds": {"limits": [
          {"metric": "fps.avg", "limit": "<= 10 fps"},
          {"metric": "fps.avg", "limit": ">= 20 fps"}
        ]}}
        """)
    try path.file("row/app/suite.json", text: #"{"metrics": ["frametime.p5O"]}"#)
    try path.file("lines.txt", text: "# known\na comit=x\n")
    try path.file(
      "floor/app/suite.json", text: #"{"thresholds": {"noise_floors": {"frametime.p95": "2"}}}"#)
    for (words, sentence) in Self.refusals(path) {
      let outcome = try measured.check("refused.db", words)
      #expect(outcome.status == 2, "\(words)")
      #expect(outcome.errors.contains(sentence), "\(words): \(outcome.errors)")
      #expect(outcome.output == "", "\(words)")
    }
  }

  /// Command lines, each with the beginning or a part of the message.
  private static func refusals(
    _ path: TemporaryFolder
  ) -> [(words: [String], sentence: String)] {
    [
      (
        ["--limit", "fps.agv >= 1 fps"],
        "--limit: Hitchmark has no metric “fps.agv”; did you mean “fps.avg”"
      ),
      (
        ["--limit", "fps.avg >= 1 ms"],
        "--limit: the unit “ms” does not fit values of fps.avg; expected one of"
      ),
      (["--limit", "fps.avg"], "--limit: “fps.avg” is not a limit of a metric; expected <= or >="),
      (
        ["--limit", "fps.avg >= 55"], "--limit: “55” has no unit, and values of fps.avg need a unit"
      ),
      (
        ["--limit", "scrol/fps.avg >= 1 fps"],
        "--limit: the suite has no stage “scrol”; did you mean"
      ),
      (
        ["--limit", "fps.avg<=10fps", "--limit", "fps.avg>=20fps"],
        "--limit: no value of fps.avg can meet both limits, "
      ),
      (
        ["--compare", "open"],
        "--compare: “open” does not name two sides to compare; expected two stages or commits with “..” between "
          + "them, such as stage-1..stage-2"
      ),
      (
        ["--metrics", "fps.agv"],
        "hitchmark: Hitchmark has no metric “fps.agv”; did you mean “fps.avg”"
      ),
      (
        ["--suite", "nope"],
        "\(path.path("refused.db")): no run has the suite “nope”; expected one of “app”"
      ),
      (["--branch", "nope"], ": Git finds no commit “nope”"),
      (["--fail-on", "everything"], "hitchmark check: --fail-on is “everything”; expected"),
      (
        ["--accept", "x"],
        "--accept: the reason is missing; pass --reason TEXT"
      ),
      (
        ["--accept", "x", "--reason", "y"],
        "--accept: the check has no finding with the id “x”; the check has no finding that could be accepted"
      ),
      (
        ["--reason", "y"],
        "--reason: the option describes an accepted finding, and none is named; "
      ),
      (
        ["--until", "never"],
        "--until: the option describes an accepted finding, and none is named; "
      ),
      (
        ["--compare", "open...scroll"],
        "open...scroll: “...” selects the commits that only one of the two ends of the range contains"
      ),
      (
        ["--suite-file", path.path("typo/app")],
        "typo/app: the path is a folder, and not a file"
      ),
      (
        ["--suite-file", path.path("floor/app/suite.json")],
        "suite.json:1:34: “2” has no unit, and values of frametime.p95 need a unit; expected one of the "
          + "units “%”, “ns”, “us”"
      ),
      (
        ["--suite-file", path.path("typo/app/suite.json")],
        "suite.json:2:18: unknown key “thresholds.limit”; did you mean “limits”"
      ),
      (
        ["--suite-file", path.path("both/app/suite.json")],
        "suite.json:3:25: no value of fps.avg can meet both limits, <= 10 fps and >= 20 fps"
      ),
      (
        ["--suite-file", path.path("row/app/suite.json")],
        "suite.json:1:14: Hitchmark has no metric “frametime.p5O”; did you mean “frametime.p50”"
      ),
      (["--suite-file", path.path("none/suite.json")], "no such file or folder"),
      (
        ["--accepted", path.path("lines.txt")],
        "lines.txt:2:3: unknown key “comit”; did you mean “commit”"
      ),
      (
        ["--step-summary"],
        "--step-summary: the environment variable GITHUB_STEP_SUMMARY is not set"
      ),
      (["--format", "md,junit"], "hitchmark: several formats cannot be written to one file"),
      (
        ["--output", "x.zip"],
        "x.zip: the ending of the file name does not name an output format"
      ),
    ]
  }

  @Test(
    "without a store, without traces or with an invalid noise floor, nothing is checked or added")
  func refusedBefore() throws {
    let measured = try Self.measured.get()
    let path = measured.repository.outside
    try path.file("none/app/suite.json", text: "{}")
    let none = try measured.check("none.db")
    #expect(none.status == 2 && none.errors.contains("the store does not exist"))
    let ingest = try Tool.run(
      ["ingest", path.path("none/app"), "--store", path.path("never.db")])
    #expect(ingest.status == 2 && ingest.errors.contains("none/app: this folder has no trace"))
    try measured.write("none/app/scroll/1", 29, 10, session: "x")
    try path.file(
      "none/app/suite.json",
      text: #"{"stages": [{"id": "scroll"}], "thresholds": {"noise_floors": {"fps.avg": "-1%"}}}"#)
    let floor = try Tool.run(["ingest", path.path("none/app"), "--store", path.path("never.db")])
    #expect(floor.status == 2)
    #expect(
      floor.errors.hasSuffix(
        "suite.json:1:64: “-1%” is not a valid noise floor for fps.avg; expected a noise floor of 0 or more\n"
      ),
      "\(floor.errors)")
  }
}

import Foundation
import TestSupport
import Testing

@Suite("Patterns and words on the command line")
struct PatternTests {
  private let folder = TemporaryFolder()

  @Test("a quoted pattern is expanded to the matching files, in natural order")
  func pattern() throws {
    for number in [10, 2] { try NativeTrace(number).write(into: folder, "runs/") }
    let outcome = InProcess.run(["analyze", folder.path("runs/*.csv"), "--format", "csv"])
    #expect(outcome.status == 0, "\(outcome.errors)")
    let second = try #require(outcome.output.range(of: "2"))
    let tenth = try #require(outcome.output.range(of: "10"))
    #expect(second.lowerBound < tenth.lowerBound)
    let none = InProcess.run(["analyze", folder.path("runs/*.json")])
    #expect(none.status == 2 && none.errors.contains("*.json: no such file or folder"))
  }

  @Test("a word that is not a metric finds the metrics that mention it")
  func words() {
    let found = InProcess.run(["metrics", "hitch"])
    #expect(found.status == 0 && found.output.contains("hitch.count"))
    #expect(!found.output.contains("battery.drain"))
    #expect(InProcess.run(["metrics", "fps.avg"]).output.contains("Formula"))
    let unknown = InProcess.run(["metrics", "zebra"])
    #expect(unknown.status == 2 && unknown.errors.contains("Hitchmark has no metric “zebra”"))
  }
}

@Suite("init")
struct InitTests {
  private let folder = TemporaryFolder()

  private func runInit(_ words: String...) -> Tool.Outcome {
    InProcess.run(["init", folder.path("app")] + words)
  }

  private func writeTraces() throws {
    for stage in ["10 fast", "2 slow"] {
      for number in [1, 2] {
        try NativeTrace(number).write(into: folder, "app/\(stage)/\(number)/")
      }
    }
  }

  @Test("a first stage without a trace is refused with the reason, and nothing is written")
  func noTrace() throws {
    try folder.file("app/1/readme.txt", text: "hello\n")
    try NativeTrace(1).write(into: folder, "app/2/1/")
    let outcome = runInit()
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains("app/1/readme.txt: unknown trace format"))
    #expect(!FileManager.default.fileExists(atPath: folder.path("app/suite.json")))
  }

  @Test("writes a suite that ingest and report accept, with the stages in natural order")
  func suite() throws {
    try writeTraces()
    let outcome = runInit("--title", "My \"app\"")
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.output.hasPrefix("\(folder.path("app/suite.json")): 2 stages, "))
    let store = folder.path("s.db")
    let ingested = InProcess.run(["ingest", folder.path("app"), "--store", store])
    #expect(ingested.status == 0, "\(ingested.errors)")
    let report = InProcess.run(["report", "app", "--store", store, "--format", "json"])
    #expect(report.status == 0, "\(report.errors)")
    let document = try #require(
      try JSONSerialization.jsonObject(with: Data(report.output.utf8)) as? [String: Any])
    #expect(document["title"] as? String == "My \"app\"")
    let slow = try #require(report.output.range(of: "2 slow"))
    let fast = try #require(report.output.range(of: "10 fast"))
    #expect(slow.lowerBound < fast.lowerBound)
  }

  @Test("does not change a suite.json that exists")
  func exists() throws {
    try writeTraces()
    try folder.file("app/suite.json", text: "{}")
    let outcome = runInit()
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains("suite.json: this file exists already; edit the existing file"))
    #expect(try String(contentsOfFile: folder.path("app/suite.json"), encoding: .utf8) == "{}")
  }

  @Test("does not make a suite of a stage of another suite")
  func withinSuite() throws {
    try NativeTrace(1).write(into: folder, "app/a/1/")
    try folder.file("suite.json", text: "{}")
    let outcome = runInit()
    #expect(outcome.status == 2)
    #expect(
      outcome.errors.contains(
        "/../suite.json: the folder given to init is within the folder of the suite that this file describes"
      ))
  }

  @Test("names what is missing if no folder has traces")
  func noStages() throws {
    try NativeTrace(1).write(into: folder, "app/")
    let outcome = runInit()
    #expect(outcome.status == 2)
    #expect(
      outcome.errors.contains(
        "no folder within this folder has traces; move the traces of each stage"))
    #expect(!FileManager.default.fileExists(atPath: folder.path("app/suite.json")))
  }

  @Test("writes a workflow into the work tree, and refuses to do so outside of one")
  func workflow() throws {
    try writeTraces()
    #expect(runInit("--workflow").status == 2)
    #expect(!FileManager.default.fileExists(atPath: folder.path("app/suite.json")))
    try folder.file(".git/HEAD", text: "ref: refs/heads/main\n")
    let outcome = runInit("--workflow")
    #expect(outcome.status == 0, "\(outcome.errors)")
    let text = try String(
      contentsOfFile: folder.path(".github/workflows/hitchmark.yml"), encoding: .utf8)
    #expect(text.contains("with: {suite: 'app'}"))
    #expect(text.contains("'app/STAGE/RUN/'"))
  }

  @Test(
    "writes no workflow for a folder whose name GitHub would read as a step or an expression",
    arguments: ["x\n      - run: touch INJECTED #", "${{ github.token }}", "a\u{202E}b"])
  func workflowNames(name: String) throws {
    try folder.file(".git/HEAD", text: "ref: refs/heads/main\n")
    try NativeTrace(1).write(into: folder, "\(name)/a/1/")
    let outcome = InProcess.run(["init", folder.path(name), "--workflow"])
    #expect(outcome.status == 2 && outcome.errors.contains("rename the folder"), "\(outcome)")
    #expect(!FileManager.default.fileExists(atPath: folder.path(".github")))
  }

  @Test("writes through no link that the folder contains")
  func links() throws {
    try writeTraces()
    try folder.file(".git/HEAD", text: "ref: refs/heads/main\n")
    try folder.file("victim/x", text: "")
    let files = FileManager.default
    try files.createSymbolicLink(
      atPath: folder.path(".github"), withDestinationPath: folder.path("victim"))
    let workflow = runInit("--workflow")
    #expect(
      workflow.status == 2
        && workflow.errors.contains("/.github: the output cannot be written: it is a link"))
    try? files.removeItem(atPath: folder.path("app/suite.json"))
    try files.createSymbolicLink(
      atPath: folder.path("app/suite.json"), withDestinationPath: folder.path("victim/y"))
    #expect(runInit().errors.contains("this file exists already"))
    #expect(files.subpaths(atPath: folder.path("victim")) == ["x"])
  }
}

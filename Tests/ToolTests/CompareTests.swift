import Foundation
import TestSupport
import Testing

/// `hitchmark compare` on the recorded suites, on traces, and on commits.
@Suite("compare")
struct CompareTests {
  private func compare(_ words: String...) throws -> Tool.Outcome {
    try Tool.run(["compare"] + words + ["--store", try RecordedRuns.store()])
  }

  @Test("the thesis' closing comparison, with the evidence of two runs per stage")
  func thesis() throws {
    let outcome = try compare("thesis/0.2", "thesis/6.2", "--format", "md")
    #expect(outcome.status == 0, "\(outcome.errors)")
    let cells = PrintedCells(markdown: outcome.output)
    let table = "Metric"
    #expect(cells[table, "FPS (avg)", "0.2"] == "26.0 FPS")
    #expect(cells[table, "FPS (avg)", "6.2"] == "53.4 FPS")
    #expect(cells[table, "FPS (avg)", "Verdict"] == "better")
    #expect(cells[table, "FPS (avg)", "Runs"] == "2 + 2")
    #expect(cells[table, "Memory usage", "Verdict"] == "worse")
    #expect(outcome.output.hasPrefix("# 6.2 is faster than 0.2: FPS +105%\n"))
    #expect(outcome.output.contains("pooled over all stages of the suite, df 10"))
  }

  @Test("the same program measured twice shows no change")
  func sameProgram() throws {
    // Stage 4 of the recorded suite differs from stage 2 by an option that has no effect.
    let outcome = try compare("glmark2/2", "glmark2/4", "--metrics", "fps.avg", "--format", "md")
    #expect(outcome.output.contains("unclear"))
    #expect(!outcome.output.contains("worse"))
  }

  @Test("a stage that several suites have is ambiguous without --suite")
  func ambiguousStage() throws {
    let outcome = try compare("0.2", "6.2")
    #expect(outcome.status == 2)
    #expect(
      outcome.errors
        == "0.2: several suites have a stage with this name; the suites with this stage are “feed”, “glmark2”, “thesis”, "
        + "“thesis-reconstructed”; name the stage with its suite, as in feed/0.2, or pass --suite\n"
    )
    #expect(try compare("0.2", "6.2", "--suite", "thesis").status == 0)
  }

  @Test("an argument that is not a side is refused")
  func unknownSide() throws {
    let outcome = try compare("thesis/0.2", "thesis/9.9")
    #expect(outcome.status == 2)
    #expect(
      outcome.errors.hasPrefix(
        "thesis/9.9: this argument names neither a trace, nor a stage, nor a commit with runs; "))
    let near = try compare("thesis/0.2", "thesis/6.22")
    #expect(near.errors.contains("; did you mean “thesis/6.2”\n"), "\(near.errors)")
  }

  @Test("traces need no store")
  func traces() throws {
    let folder = TemporaryFolder()
    let outcome = try Tool.run(
      [
        "compare", "runs/glmark2/0.2", "runs/glmark2/1", "--metrics", "fps.avg", "--format", "csv",
        "--store", folder.path("none.db"),
      ])
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.output.contains(",Verdict,better,"))
    #expect(!FileManager.default.fileExists(atPath: folder.path("none.db")))
  }

  @Test("every stage of two commits is compared, worst first")
  func commits() throws {
    let repository = try GitRepository()
    func measure(_ stage: String, around frameTime: Double) throws {
      for run in 0..<4 {
        let name = "\(stage)-\(frameTime)-\(run).csv"
        let trace = try repository.trace(name, frameTime: frameTime + Double(run) * 0.01)
        let outcome = try repository.ingest(
          trace, "--suite", "list", "--stage", stage, "--session", "\(run)")
        #expect(outcome.status == 0, "\(outcome.errors)")
      }
    }
    try measure("scroll", around: 16)
    try measure("type", around: 20)
    try repository.git("tag", "before")
    try repository.commit("Slow typing down")
    try measure("scroll", around: 16.05)
    try measure("type", around: 30)
    let outcome = try Tool.run(
      [
        "compare", "before", "HEAD", "--metrics", "frametime.max", "--format", "md", "--store",
        repository.outside.path("runs.db"),
      ], in: repository.folder.url)
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.output.contains("slower than before: list/type longest frame +50%"))
    let captions = outcome.output.split(separator: "\n").filter { $0.hasPrefix("**list/") }
    #expect(captions == ["**list/type**", "**list/scroll**"])
  }

  @Test("labels and sessions select sides, and sides without a common stage are refused")
  func labels() throws {
    let folder = TemporaryFolder()
    let store = folder.path("runs.db")
    for (index, build) in ["old", "old", "new", "new"].enumerated() {
      let trace = try folder.file(
        "\(index).csv", text: "frame_time_ms\n\(10 + index)\n12\n"
      ).path
      let outcome = try Tool.run([
        "ingest", trace, "--suite", "s", "--stage", "a", "--label", "build=\(build)", "--session",
        "\(index)", "--store", store,
      ])
      #expect(outcome.status == 0, "\(outcome.errors)")
    }
    let outcome = try Tool.run([
      "compare", "label:build=old", "label:build=new", "--metrics", "fps.avg", "--store", store,
    ])
    #expect(outcome.status == 0 && outcome.output.contains("2 + 2"), "\(outcome.errors)")
    let nothing = try Tool.run(["compare", "session:0", "session:none", "--store", store])
    #expect(nothing.status == 2)
    #expect(nothing.errors.hasPrefix("session:none: no run in \(store) matches this side"))
  }
}

import Foundation
import TestSupport
import Testing

/// `hitchmark compare` of captures with generated frames, or with different spreads.
@Suite("compare of generated frames and of spreads")
struct CompareFramesTests {
  private let folder = TemporaryFolder()

  /// A capture of frames of 10 ms; if `isGenerated`, every second frame is a generated one.
  private func capture(_ path: String, isGenerated: Bool, run: Int) throws {
    let rows = (0..<200).map { frame in
      let type = isGenerated && frame % 2 == 1 ? "AMD_AFMF" : "Application"
      let length = 10 + 0.003 * Double(run) + 0.01 * Double((frame * 7 + run) % 5)
      return "game.exe,1,0x1,\(type),\(length),\(length)\n"
    }
    try folder.file(
      path,
      text: "Application,ProcessID,SwapChainAddress,FrameType,MsBetweenPresents,MsUntilDisplayed\n"
        + rows.joined())
  }

  private func compare(_ words: String...) throws -> Tool.Outcome {
    try Tool.run(["compare", "--store", "none.db"] + words, in: folder.url)
  }

  private func mixed() throws {
    for run in 0..<3 {
      try capture("plain/\(run).csv", isGenerated: false, run: run)
      try capture("doubled/\(run).csv", isGenerated: true, run: run)
    }
  }

  @Test(
    "frame rates with and without generated frames are not compared",
    arguments: ["text", "md", "html", "csv", "json", "latex"])
  func refused(format: String) throws {
    try mixed()
    let outcome = try compare("plain", "doubled", "--format", format)
    #expect(outcome.status == 0, "\(outcome.errors)")
    let words = outcome.output.split { $0 == " " || $0 == "\n" }.joined(separator: " ")
    #expect(words.contains("some of the runs have generated"))
    #expect(outcome.output.contains("framegen.base"), "\(outcome.output)")
    if format == "text" {
      #expect(outcome.output.contains("not compared"))
      #expect(outcome.output.contains("--mix-generated-frames"))
    }
  }

  @Test("the user may compare them with an option, and runs of one kind are compared by default")
  func asked() throws {
    try mixed()
    let asked = try compare("plain", "doubled", "--mix-generated-frames", "--format", "json")
    #expect(!asked.output.contains("generated frames"))
    #expect(!asked.output.contains("framegen.base_fps"))
    for run in 3..<6 { try capture("other/\(run).csv", isGenerated: true, run: run) }
    let same = try compare("other", "doubled", "--format", "json")
    #expect(!same.output.contains("generated frames"))
  }

  /// Captures with an average of 10 ms, whose frames differ from it by up to `spread`.
  private func spread(_ side: String, _ spread: Double) throws {
    for run in 0..<5 {
      let rows = (0..<400).map { frame in
        let place = Double((frame * 173 + run * 7) % 400) / 200 - 1
        return "\(10 + 0.005 * Double(run) + spread * place * (1 + 0.01 * Double(run)))\n"
      }
      try folder.file("\(side)/\(run).csv", text: "frame_time_ms\n" + rows.joined())
    }
  }

  @Test(
    "a wider spread at the same average has a verdict",
    arguments: ["text", "md", "html", "json", "latex"])
  func wider(format: String) throws {
    try spread("even", 1)
    try spread("uneven", 2)
    let outcome = try compare("even", "uneven", "--metrics", "fps.avg", "--format", format)
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(
      outcome.output.contains(
        format == "json"
          ? "\"answer\": \"wider\"" : "same average frame rate, wider spread of frame times"),
      "\(outcome.output)")
    let reverse = try compare("uneven", "even", "--metrics", "fps.avg", "--format", format)
    #expect(
      reverse.output.contains(
        format == "json"
          ? "\"answer\": \"narrower\"" : "same average frame rate, narrower spread of frame times"))
  }

  @Test("the document with a spread fits its schema")
  func schema() throws {
    try spread("even", 1)
    try spread("uneven", 2)
    let outcome = try compare("even", "uneven", "--format", "json")
    let schema = try JSONSchema(
      contentsOf: SharedMaterial.project.appending(path: "schemas/comparison.schema.json"))
    #expect(schema.complaints(about: try JSON(text: outcome.output)).isEmpty)
  }
}

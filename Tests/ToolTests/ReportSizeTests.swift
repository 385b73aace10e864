import Foundation
import TestSupport
import Testing

/// Limits the size of reports for comments, screens and mail.
@Suite("The size of reports")
struct ReportSizeTests {
  static let suites = ["thesis", "thesis-reconstructed", "glmark2"]

  @Test("in Markdown fits into a comment on GitHub", arguments: suites)
  func markdown(suite: String) throws {
    // GitHub limits characters; their number is at most that of UTF-16 code units.
    #expect(try RecordedRuns.report(suite, "md").utf16.count <= 65_536)
  }

  @Test("in the brief form is one screen, without pictures", arguments: suites)
  func brief(suite: String) throws {
    let outcome = try Tool.run([
      "report", suite, "--brief", "--store", try RecordedRuns.store(), "--format", "md",
    ])
    try #require(outcome.status == 0, "\(outcome.errors)")
    let lines = outcome.output.split(separator: "\n")
    #expect(lines.count <= 36 && lines.count > 20)
    #expect(outcome.output.utf16.count <= 4_000)
    #expect(!outcome.output.contains("<picture>"))
  }

  @Test("in HTML is small enough for mail", arguments: ["thesis", "thesis-reconstructed"])
  func html(suite: String) throws {
    #expect(try RecordedRuns.report(suite, "html").utf8.count <= 340_000)
  }

  @Test("of a page of 20,000 frames is at most 400 KB")
  func page() throws {
    let folder = TemporaryFolder()
    // From SplitMix64's mixing function: between 8 and 12 ms, and one in 64 frames three times as long.
    let times = (1...20_000).map { number -> String in
      var bits = UInt64(number) &* 0x9E37_79B9_7F4A_7C15
      bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
      let share = Double((bits ^ (bits >> 27)) >> 11) / 0x1p53
      return "\((8 + 4 * share) * (bits % 64 == 0 ? 3 : 1))"
    }
    try folder.file("frames.csv", text: "frame_time_ms\n\(times.joined(separator: "\n"))\n")
    for words in [["ingest", "frames.csv"], ["report", "--site", "site"]] {
      let outcome = try Tool.run(words + ["--store", "s.db"], in: folder.url)
      try #require(outcome.status == 0, "\(outcome.errors)")
    }
    let page = try String(
      contentsOfFile: folder.path("site/runs/stage-none/frames.html"), encoding: .utf8)
    #expect(page.utf8.count <= 400_000 && page.contains("20000 displayed frames"))
  }
}

import Foundation
import TestSupport
import Testing

/// `hitchmark calibrate` on the history of a real repository.
@Suite("calibrate")
struct CalibrateTests {
  /// 24 commits, each measured three times on two stages by a harness that reports loading times.
  ///
  /// On one stage, loading takes 20% longer from the middle on.
  private final class Measured: Sendable {
    let repository: GitRepository

    init() throws {
      repository = try GitRepository()
      for number in 2...24 { try repository.commit("Commit \(number)") }
      let commits = try repository.git("rev-list", "--reverse", "main")
        .components(separatedBy: "\n")
      for (stage, step) in [("steady", 1.0), ("stepped", 1.2)] {
        var lines = ["commit,load_ms,constant"]
        for (index, commit) in commits.enumerated() {
          for run in 0..<3 {
            let factor = index < 12 ? 1 : step
            let value =
              20 * factor * (1 + Self.noise(index, 0.06) + Self.noise(index * 3 + run, 0.02))
            lines.append("\(commit),\(value),7")
          }
        }
        try repository.outside.file("\(stage).csv", text: lines.joined(separator: "\n") + "\n")
        let outcome = try Tool.run(
          ["import", "\(stage).csv", "--suite", "app", "--store", "s.db"],
          in: repository.outside.url)
        try #require(outcome.status == 0, "\(outcome.errors)")
      }
    }

    /// Uniform noise around 0, from SplitMix64's mixing function.
    private static func noise(_ index: Int, _ width: Double) -> Double {
      var bits = UInt64(index + 1) &* 0x9E37_79B9_7F4A_7C15 &+ UInt64(width * 1000)
      bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
      bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
      return width * (Double((bits ^ (bits >> 31)) >> 11) / 0x1p53 - 0.5)
    }

    func calibrate(_ words: String...) throws -> Tool.Outcome {
      try Tool.run(
        ["calibrate", "--store", repository.outside.path("s.db"), "--shuffles", "24"] + words,
        in: repository.folder.url)
    }
  }

  private static let measured = Result { try Measured() }

  @Test("prints a table of metrics, a table of series, and what to do next")
  func document() throws {
    let outcome = try Self.measured.get().calibrate()
    #expect(outcome.status == 0, "\(outcome.errors)")
    let complaint = Golden.complaint(
      about: outcome.output, golden: "Tests/Fixtures/calibration/load.txt")
    #expect(complaint == nil, "\(complaint ?? "")")
  }

  @Test("any number of processors gives the same bytes, and all formats are written")
  func sameBytes() throws {
    let measured = try Self.measured.get()
    let one = try measured.calibrate("--jobs", "1", "--format", "json", "--stage", "steady")
    let many = try measured.calibrate("--jobs", "5", "--format", "json", "--stage", "steady")
    #expect(one.status == 0 && one.output == many.output)
    #expect(one.output.contains("hitchmark.calibration/1"))
    let folder = TemporaryFolder()
    let outcome = try measured.calibrate(
      "--stage", "steady", "--format", "text,md,html,csv,json,latex", "-o", folder.path("out"))
    #expect(outcome.status == 0, "\(outcome.errors)")
    let written = try FileManager.default.contentsOfDirectory(atPath: folder.path("out"))
    #expect(
      written.sorted() == ["csv", "html", "json", "md", "tex", "txt"].map { "calibration.\($0)" })
  }

  @Test("a series that cannot be calibrated gives a reason")
  func refused() throws {
    let measured = try Self.measured.get()
    let unknown = try measured.calibrate("--metrics", "laod_ms")
    #expect(unknown.status == 2 && unknown.errors.contains("Hitchmark has no metric “laod_ms”"))
    let none = try measured.calibrate("--suite", "nope")
    #expect(none.status == 2 && none.errors.contains("no run has the suite “nope”"))
    let few = try measured.calibrate("--since", "HEAD~3", "--metrics", "load_ms")
    #expect(few.status == 0, "\(few.errors)")
    #expect(
      few.output.contains(
        "No series of values could be judged, so no rate of false alarms is known."))
    #expect(few.output.contains("the series has 3 points;"))
  }
}

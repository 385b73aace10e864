import Foundation
import Recordings
import TestSupport
import Testing
import Units

@testable import Decoding
@testable import Histories
@testable import RunFolders
@testable import TraceReaders

/// Compares histories of public projects with figures that Python computed from the files.
@Suite(
  "Real histories", .enabled(if: SharedMaterial.isThere, "\(SharedMaterial.absence)"))
struct RealHistoryTests {
  private static func read(
    _ path: String, options: HistoryOptions = HistoryOptions()
  ) throws -> History {
    var reader = HistoryReader(options: options)
    let files = try HistoryReader.plan([SharedMaterial.path("traces/\(path)")])
    return try reader.read(try #require(files.first))
  }

  @Test("github-action-benchmark's data of a project with 131 commits")
  func gitHubActionBenchmark() throws {
    let history = try Self.read("ci_series/github-action-benchmark_itwin_data.js")
    #expect(history.format == "github-action-benchmark")
    #expect(Set(history.points.map { $0.commit?.id }).count == 131)
    #expect(Set(history.points.map(\.stage)).count == 118)
    #expect(history.points.count + history.omissions.map(\.count).reduce(0, +) == 6702)
    let first = history.points[0]
    #expect(first.suite == "Tree-Widget Next benchmark")
    #expect(first.stage == "categories tree creates initial filtered view for 50k items")
    #expect(first.commit?.date?.text == "2025-11-21T16:14:18Z")
    #expect(
      first.description.scalars == [
        Scalar(name: "time", value: 3.70132, unit: .seconds, lowerIsBetter: true)
      ])
  }

  @Test(
    "Otava's samples",
    arguments: [
      ("otava_sample.csv", 10, "aaa0", "2024-01-01T02:00:00Z"),
      ("otava_sample-semicolons.csv", 10, "aaa0", "2021-01-01T02:00:00Z"),
      ("otava_sample-unix-time.csv", 10, "2021-01-01T02:00:00Z", "2021-01-01T02:00:00Z"),
      ("otava_sample_multi_branch.csv", 8, "aaa0", "2024-01-01T02:00:00Z"),
    ])
  func otava(name: String, count: Int, commit: String, date: String) throws {
    let history = try Self.read("changepoints/\(name)")
    #expect(history.format == "otava-csv" && history.omissions.isEmpty)
    #expect(history.points.count == count)
    #expect(history.points[0].commit?.id == commit)
    #expect(history.points[0].commit?.date?.text == date)
    #expect(
      history.points[0].description.scalars.map(\.name) == ["metric1", "metric2"])
    #expect(history.points[0].description.scalars.map(\.value) == [154_023, 10.43])
  }

  @Test("one of several branches can be selected")
  func branches() throws {
    var options = HistoryOptions()
    options.branch = "main"
    let history = try Self.read("changepoints/otava_sample_multi_branch.csv", options: options)
    #expect(history.points.allSatisfy { $0.commit?.branch == "main" })
    #expect(history.omissions.map(\.reason) == [.otherBranch])
    options.branch = "mian"
    #expect(throws: HistoryError.self) {
      try Self.read("changepoints/otava_sample_multi_branch.csv", options: options)
    }
  }

  @Test("Otava's histograms are not a table of metrics, and are refused")
  func histograms() {
    #expect(throws: HistoryError.self) { try Self.read("changepoints/otava_histostat.csv") }
  }
}

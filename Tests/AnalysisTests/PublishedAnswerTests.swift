import Analysis
import Foundation
import Recordings
import TestSupport
import Testing
import Units

/// Compares with the figures that NVIDIA FrameView reported of its own captures.
@Suite(
  "FrameView's own figures",
  .enabled(if: SharedMaterial.isThere, Comment(rawValue: SharedMaterial.absence)))
struct PublishedAnswerTests {
  @Test(
    "average and 1% low are as published",
    arguments: [
      ("AlanWake2_2024_04_16T231009", "19.768", "18.425"),
      ("Control_DX12_2024_04_17T070623", "130.280", "60.282"),
      ("Cyberpunk2077_2024_04_17T025548", "19.565", "9.294"),
    ])
  func frameView(capture: String, average: String, low: String) throws {
    let run = try recording(SharedMaterial.path("traces/frameview/\(capture)_Log.csv"))
    let summary = RunSummary(of: run)
    let rate = try #require(summary["fps.avg"]?.value.value)
    let slowest = try #require(summary["fps.low1.average"]?.value.value)
    #expect(Quantity(rate, .framesPerSecond).text(decimals: 3) == average)
    #expect(Quantity(slowest, .framesPerSecond).text(decimals: 3) == low)
    #expect(summary.parameters.refreshRate == .unknown)
  }

  /// A recording of the column `MsBetweenPresents`, parsed without Hitchmark's readers.
  private func recording(_ path: String) throws -> Recording {
    let lines = try String(contentsOfFile: path, encoding: .utf8).split(whereSeparator: \.isNewline)
    let header = try #require(lines.first).split(separator: ",", omittingEmptySubsequences: false)
    let column = try #require(header.firstIndex(of: "MsBetweenPresents"))
    let frameTimes = lines.dropFirst().compactMap { line in
      let fields = line.split(separator: ",", omittingEmptySubsequences: false)
      return Double(fields[column]).map { Nanoseconds(($0 * 1e6).rounded()) }
    }
    return .of(frameTimes: frameTimes)
  }
}

import Foundation
import Recordings
import TestSupport
import Testing
import Units

@testable import Decoding
@testable import Histories
@testable import RunFolders
@testable import TraceReaders

/// Compares real files of Flutter with Flutter's own figures.
@Suite(
  "Real Flutter files",
  .enabled(if: SharedMaterial.isThere, Comment(rawValue: SharedMaterial.absence)))
struct RealFlutterTests {
  private static func run(_ name: String) throws -> Recording {
    let path = SharedMaterial.path("traces/flutter/\(name)")
    return try #require(try TraceReader.read(path).recordings.first)
  }

  private static func milliseconds(_ run: Recording, _ signal: FrameSignal) -> [Double] {
    (run.unplacedSignals[signal]?.known ?? []).map { Double($0) / 1e6 }
  }

  /// Flutter's driver uses the nearest-rank percentile of the sorted times.
  private static func percentile(_ times: [Double], _ percent: Double) -> Double {
    times.sorted()[Int((Double(times.count - 1) * percent / 100).rounded())]
  }

  /// Flutter's driver computed the expected figures of the same run; they are in the summary file.
  @Test(arguments: [
    "pkozlovskiy_100_mainIsolate.timeline.json",
    "pkozlovskiy_100_mainIsolate.timeline_summary.json",
  ])
  func timesAreThoseOfTheSummary(name: String) throws {
    let run = try Self.run(name)
    let published: [(FrameSignal, name: String, missed: String)] = [
      (.ui, "frame_build", "missed_frame_build_budget_count"),
      (.render, "frame_rasterizer", "missed_frame_rasterizer_budget_count"),
    ]
    let path = SharedMaterial.path(
      "traces/flutter/pkozlovskiy_100_mainIsolate.timeline_summary.json")
    let data = try Data(contentsOf: URL(filePath: path))
    let summary = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    for (signal, name, missed) in published {
      let times = Self.milliseconds(run, signal)
      #expect(times.count == 31)
      let mean = try #require(summary["average_\(name)_time_millis"] as? Double)
      #expect(abs(times.reduce(0, +) / 31 - mean) < 1e-12)
      #expect(
        Self.percentile(times, 90) == summary["90th_percentile_\(name)_time_millis"] as? Double)
      #expect(
        Self.percentile(times, 99) == summary["99th_percentile_\(name)_time_millis"] as? Double)
      #expect(times.max() == summary["worst_\(name)_time_millis"] as? Double)
      #expect(times.count { $0 > 16 } == summary[missed] as? Int)
    }
    #expect(run.timeline.reason == FrameWork.reasonForNoTimeline)
  }

  @Test func figuresOfTheSummaryAreScalars() throws {
    let run = try Self.run("pkozlovskiy_100_mainIsolate.timeline_summary.json")
    let scalars = run.description.scalars
    #expect(scalars.first { $0.name == "worst_frame_rasterizer_time_millis" }?.value == 16.746)
    #expect(scalars.first { $0.name == "average_vsync_transitions_missed" }?.unit == .count)
    #expect(!scalars.contains { $0.name == "frame_count" })
  }

  @Test func vsyncsOfATimelineTellTheRefreshRate() throws {
    let run = try Self.run("pkozlovskiy_100_mainIsolate.timeline.json")
    #expect(run.description.device.refreshRate == 60)
    #expect(run.unplacedSignals[.work]?.known.count == 31)
  }

  @Test func framesOfASnapshot() throws {
    let run = try Self.run("devtools_snapshot.json")
    #expect(Self.milliseconds(run, .work) == [1730.039, 23.605, 2.843])
    #expect(Self.milliseconds(run, .ui) == [1709.331, 6.515, 0.745])
    #expect(Self.milliseconds(run, .render) == [20.276, 4.386, 0.883])
    #expect(run.counters.first?.samples.stretches.map(\.value) == [0.252, 12.625, 1.108])
    #expect(run.description.device.refreshRate == 60)
    #expect(run.description.labels["profile_build"] == "false")
  }
}

import Foundation
import Recordings
import TestSupport
import Testing
import Units

@testable import Decoding
@testable import Histories
@testable import RunFolders
@testable import TraceReaders

/// Compares real captures of the PresentMon family with counts by another program.
@Suite(.enabled(if: SharedMaterial.isThere, Comment(rawValue: SharedMaterial.absence)))
struct RealPresentTests {
  /// A capture, and the counts of its streams: frames, nanoseconds, dropped frames, name.
  struct Capture: CustomTestStringConvertible {
    let path: String
    var streams: [String] = []
    var testDescription: String { path }
  }

  static let captures: [Capture] = {
    let file = SharedMaterial.project.appending(path: "Tests/Fixtures/shared/present-streams.txt")
    let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
    var captures: [Capture] = []
    for line in text.split(separator: "\n") where !line.hasPrefix("#") {
      if line.hasPrefix("  ") {
        captures[captures.count - 1].streams.append(String(line.dropFirst(2)))
      } else {
        captures.append(Capture(path: String(line)))
      }
    }
    return captures
  }()

  static func read(_ path: String) throws -> TraceFile {
    try TraceReader.read(SharedMaterial.path("traces/" + path))
  }

  @Test func allCapturesAreCounted() throws {
    #expect(Self.captures.count == 37)
  }

  @Test(arguments: captures)
  func streamsAreThoseThatWereCounted(capture: Capture) throws {
    let file = try Self.read(capture.path)
    let found = try file.recordings.map { recording in
      let timeline = try #require(recording.timeline.value)
      let length = try #require(timeline.presents.last)
      let dropped = timeline.kinds?.count { $0 == .dropped } ?? 0
      return "\(timeline.frameCount) \(length) \(dropped) \(recording.origin.stream ?? "-")"
    }
    #expect(found == capture.streams)
  }

  @Test(arguments: [
    ("presentmon/gold_0.csv", "presentmon", "2.4–2.5"),
    ("presentmon/gold_0_v1.csv", "presentmon", "2.4–2.5 --v1_metrics"),
    ("presentmon/gold_0_v2.csv", "presentmon", "2.4–2.5 --v2_metrics"),
    ("presentmon/v1_2016_all_processes_blank_app.csv", "presentmon", "1.2–1.6"),
    ("presentmon/header_variants/tc1_07_2021-04-15_test_case_1.csv", "presentmon", "1.8"),
    ("presentmon/header_variants/tc1_09_2021-10-14_test_case_1.csv", "presentmon", "1.9–1.10"),
    ("presentmon/header_variants/tc1_15_2024-04-29_test_case_1.csv", "presentmon", "2.1"),
    ("presentmon/header_variants/tc1_21_2024-09-07_test_case_1.csv", "presentmon", "2.2"),
    ("presentmon/header_variants/tc1_27_2024-10-29_test_case_1.csv", "presentmon", "2.3.0"),
    ("presentmon/header_variants/tc1_31_2025-06-10_test_case_1.csv", "presentmon", "2.3.1"),
    ("capframex/InvalidColumnFile.csv", "presentmon", "1.2–1.6, durations only"),
    ("capframex/ShortFile.csv", "presentmon", "1.2–1.6"),
    ("capframex/CapFrameXFileWithHeader.csv", "capframex-csv", "PresentMon 1.2–1.6"),
    ("capframex/OCAT-MetroExodus.exe-2019-02-20T101522.csv", "ocat", "1.x"),
    ("frameview/Control_DX12_2024_04_17T070623_Log.csv", "frameview", "1.x"),
  ])
  func formatAndDialectAreRecognized(path: String, format: String, dialect: String) throws {
    let file = try Self.read(path)
    #expect(file.format == format)
    #expect(file.dialect == dialect)
  }

  @Test(arguments: [
    "AlanWake2_2024_04_16T231009", "Control_DX12_2024_04_17T070623",
    "Cyberpunk2077_2024_04_17T025548",
  ])
  func summariesOfFrameViewAreRefused(name: String) throws {
    #expect {
      try Self.read("frameview/\(name)_Summary.csv")
    } throws: { error in
      guard case .refused(_, .summary(tool: "FrameView")) = error as? TraceError else {
        return false
      }
      return true
    }
  }

  /// One recording of the system, in the metrics of three generations of PresentMon.
  ///
  /// Later generations leave out the last presents of each stream, because their metrics need later events.
  @Test(arguments: 0...2)
  func metricSetsOfOneRecordingAgree(number: Int) throws {
    let now = try Self.read("presentmon/gold_\(number).csv")
    let second = try Self.read("presentmon/gold_\(number)_v2.csv")
    let first = try Self.read("presentmon/gold_\(number)_v1.csv")
    #expect(now.runs.count == second.runs.count)
    for run in now.runs {
      let stream = run.recording.origin.stream
      let timeline = try #require(run.recording.timeline.value)
      let twin = try #require(second.runs.first { $0.recording.origin.stream == stream })
      #expect(timeline.frameCount == twin.recording.timeline.value?.frameCount)
      #expect(timeline.kinds == twin.recording.timeline.value?.kinds)
      let elder = try #require(first.runs.first { $0.recording.origin.stream == stream })
      let presents = try #require(elder.recording.timeline.value?.presents)
      #expect(presents.starts(with: timeline.presents))
      #expect((1...2).contains(presents.count - timeline.presents.count))
    }
  }

  @Test func everyHeaderVariantHasTheSameStreams() throws {
    let variants = Self.captures.filter { $0.path.contains("header_variants") }
    let all: Set = [
      "dwm.exe 1564 0x2408E0B7CA0", "dwm.exe 1564 0x240A8D570F0",
      "Presenter.exe 24560 0x2019D7777C0",
      "devenv.exe 24944 0x1E25CF20", "chrome.exe 11024 0x27943F86F20", "dwm.exe 1564 0x0",
    ]
    for variant in variants {
      let streams = Set(try Self.read(variant.path).recordings.compactMap(\.origin.stream))
      // Later versions leave out presents that they cannot measure, and thus two streams with a single present each.
      #expect(streams.isSubset(of: all), "\(variant.path)")
      #expect(streams.count >= 4, "\(variant.path)")
    }
    #expect(variants.count == 17)
  }
}

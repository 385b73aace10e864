import Foundation
import Recordings
import Testing
import Units

@testable import Decoding
@testable import Histories
@testable import RunFolders
@testable import TraceReaders

/// Tables whose time column is coarser than their frame times.
@Suite("Coarse time columns")
struct CoarseTimesTests {
  struct Layout: CustomTestStringConvertible {
    let testDescription: String
    let header: String
    /// A row for the end and the duration of a frame, both in milliseconds.
    let row: @Sendable (_ end: Double, _ duration: Double) -> String
  }

  private static func digits(_ number: Double, _ count: Int) -> String {
    String(format: "%.\(count)g", number)
  }

  private static func milliseconds(_ number: Double) -> String { String(format: "%.4f", number) }

  static let layouts: [Layout] = [
    Layout(
      testDescription: "PresentMon's window",
      header:
        "Application,ProcessID,SwapChainAddress,FrameType,TimeInSeconds,MsBetweenPresents,MsUntilDisplayed,GPUUtilization"
    ) { "g.exe,3,0xAB,Application,\(digits($0 / 1000, 4)),\(milliseconds($1)),20.1,97" },
    Layout(
      testDescription: "PresentMon from the start of the CPU's work",
      header:
        "Application,ProcessID,SwapChainAddress,FrameType,CPUStartTime,FrameTime,DisplayLatency"
    ) { "g.exe,3,0xAB,Application,\(digits($0 - $1, 5)),\(milliseconds($1)),20.1" },
    Layout(
      testDescription: "PresentMon 1.8",
      header: "Application,ProcessID,SwapChainAddress,Dropped,TimeInSeconds,msBetweenPresents"
    ) { "g.exe,3,0xAB,0,\(digits($0 / 1000, 4)),\(milliseconds($1))" },
    Layout(
      testDescription: "FrameView",
      header:
        "Application,ProcessID,SwapChainAddress,Dropped,TimeInSeconds,MsBetweenPresents,Render Queue Depth"
    ) { "g.exe,3,0xAB,0,\(digits($0 / 1000, 4)),\(milliseconds($1)),1" },
    Layout(
      testDescription: "OCAT",
      header:
        "Application,ProcessID,SwapChainAddress,Dropped,TimeInSeconds,MsBetweenPresents,Motherboard"
    ) { "g.exe,3,0xAB,0,\(digits($0 / 1000, 4)),\(milliseconds($1))" },
    Layout(testDescription: "native", header: "timestamp_ms,frame_time_ms") {
      "\(Int($0)),\(milliseconds($1))"
    },
  ]

  @Test("a coarse time column neither loses nor lengthens frames", arguments: layouts)
  func losesNothing(layout: Layout) throws {
    var (end, text) = (0.0, layout.header + "\n")
    var durations: [Double] = []
    for index in 0..<3000 {
      let duration = 6 + Double(index * 7919 % 2003) / 400
      durations.append(duration)
      end += duration
      text += layout.row(end, duration) + "\n"
    }
    let run = try #require(
      try TraceReader.read(bytes: Array(text.utf8), name: "a.csv").recordings.first)
    let presents = try #require(run.timeline.value?.presents)
    #expect(presents.count == 3001)
    let longest = zip(presents.dropFirst(), presents).map { $0 - $1 }.max()
    #expect(longest == Nanoseconds(((durations.max() ?? 0) * 1e4).rounded()) * 100)
    #expect(run.issues.map(\.kind) == [.coarseTimes])
  }

  @Test func columnsThatAgreeRaiseNothing() throws {
    var (end, text) = (0.0, "timestamp_ms,frame_time_ms\n")
    for index in 0..<500 {
      let duration = 6 + Double(index * 7919 % 2003) / 400
      end += duration
      text += "\(Self.milliseconds(end)),\(Self.milliseconds(duration))\n"
    }
    let file = try TraceReader.read(bytes: Array(text.utf8), name: "a.csv")
    #expect(file.recordings.first?.issues == [])
  }
}

/// Frames whose rows have no time or no display.
@Suite("Presents without times and without displays")
struct PresentsWithoutTimesTests {
  private func read(_ text: String) throws -> Recording {
    try #require(try TraceReader.read(bytes: Array(text.utf8), name: "a.csv").recordings.first)
  }

  /// In the file, the generated frame has no duration, and the start time of the application's frame.
  @Test func generatedFramesWithoutATimeAreOnlyCounted() throws {
    let run = try read(
      """
      Application,ProcessID,SwapChainAddress,FrameType,CPUStartTime,FrameTime,CPUBusy,DisplayLatency
      g.exe,3,0xAB,Intel XeSS-FG,100.0,0.0000,0.0000,20.0
      g.exe,3,0xAB,Application,100.0,16.1000,9.0000,24.0
      g.exe,3,0xAB,Intel XeSS-FG,116.1,0.0000,0.0000,20.0
      g.exe,3,0xAB,Application,116.1,16.3000,9.0000,24.0

      """)
    #expect(run.timeline.value?.presents == [0, 16_100_000, 32_400_000])
    #expect(run.timeline.value?.kinds == nil)
    #expect(run.timeline.value?.unplaced == [.generated: 2])
    #expect(run.issues == [])
  }

  @Test(
    "presents count as frames if no row has a display time",
    arguments: [
      ("FrameType,TimeInSeconds,MsBetweenPresents,MsUntilDisplayed", "Application,%,16.5,NA"),
      ("TimeInSeconds,MsBetweenPresents,MsUntilDisplayed,Dropped", "%,16.5,0,1"),
    ])
  func withoutDisplayData(columns: String, row: String) throws {
    let rows = (0..<20).map {
      "g.exe,3,0xAB," + row.replacing("%", with: "\(Double($0) * 0.0165)")
    }
    let text = "Application,ProcessID,SwapChainAddress,\(columns)\n"
    let run = try read(text + rows.joined(separator: "\n") + "\n")
    #expect(run.timeline.value?.kinds == nil)
    #expect(run.timeline.value?.frameCount == 20)
    #expect(run.issues.map(\.kind) == [.noDisplayData])
    #expect(run.issues.first?.kind.severity == .warning)
    // One displayed frame shows that displays were recorded, so the others were dropped.
    let shown = row.replacing("NA", with: "20.5").replacing("0,1", with: "20.5,0")
    let more = "g.exe,3,0xAB," + shown.replacing("%", with: "0.33") + "\n"
    let other = try read(text + rows.joined(separator: "\n") + "\n" + more)
    #expect(other.timeline.value?.kinds?.count { $0 == .dropped } == 20)
    #expect(other.issues == [])
  }
}

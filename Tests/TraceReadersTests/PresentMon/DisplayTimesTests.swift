import Recordings
import Testing
import Units

@testable import Decoding
@testable import TraceReaders

/// When the frames of a present table reached the screen.
@Suite("Display times of presents")
struct DisplayTimesTests {
  private static func recording(_ lines: [String]) throws -> Recording {
    let text = lines.joined(separator: "\n") + "\n"
    return try TraceReader.read(bytes: Array(text.utf8), name: "made.csv").recordings[0]
  }

  private static func screen(_ recording: Recording) -> [Int]? {
    recording.timeline.value?.onScreen.value?.presents.map { Int($0 / 100_000) }
  }

  private static let first =
    "Application,ProcessID,SwapChainAddress,PresentMode,Dropped,TimeInSeconds,MsBetweenPresents,MsUntilDisplayed"

  @Test("PresentMon 1.x: the time of the present, and the time until the display")
  func versionOne() throws {
    let recording = try Self.recording([
      Self.first, "g.exe,1,0x1,Composed: Flip,0,0.010,10.0,20.0",
      "g.exe,1,0x1,Composed: Flip,1,0.020,10.0,0", "g.exe,1,0x1,Composed: Flip,0,0.030,10.0,16.7",
      "g.exe,1,0x1,Hardware: Legacy Flip,0,0.040,10.0,20.0",
    ])
    #expect(Self.screen(recording) == [300, 467, 600])
    #expect(
      recording.description.device.properties["presentation"]
        == "Composed: Flip / Hardware: Legacy Flip")
  }

  @Test("PresentMon 2.x: the start of the frame, and the latency of the display")
  func versionTwo() throws {
    let recording = try Self.recording([
      "Application,ProcessID,SwapChainAddress,FrameType,CPUStartTime,FrameTime,CPUBusy,CPUWait,DisplayLatency,DisplayedTime",
      "g.exe,1,0x1,Application,0.0,20.0,20.0,0,30.0,10.0",
      "g.exe,1,0x1,Generated,0.0,0.0,0.0,0,40.0,10.0",
      "g.exe,1,0x1,Application,20.0,20.0,20.0,0,30.0,10.0",
      "g.exe,1,0x1,Generated,20.0,0.0,0.0,0,40.0,10.0",
      "g.exe,1,0x1,Application,40.0,20.0,20.0,0,30.0,10.0",
    ])
    // Generated frames have no present, and yet a place on the screen.
    #expect(recording.timeline.value?.unplaced == [.generated: 2])
    #expect(Self.screen(recording) == [300, 400, 500, 600, 700])
  }

  @Test("rows before the tool tracks the display count as displayed, and are on no screen")
  func trackingStart() throws {
    let untracked = (1...3).map { "g.exe,1,0x1,Other,1,0.0\($0)0,10.0,0" }
    let rows = (4...9).map { "g.exe,1,0x1,Composed: Flip,0,0.0\($0)0,10.0,20.0" }
    let recording = try Self.recording([Self.first] + untracked + rows)
    #expect(recording.timeline.value?.kinds == nil)
    #expect(recording.issues == [ImportIssue(.untrackedDisplay, line: 2, count: 3)])
    #expect(Self.screen(recording) == [600, 700, 800, 900, 1000, 1100])
    // A known mode without a display is a dropped frame.
    let dropped = ["g.exe,1,0x1,Composed: Flip,1,0.030,10.0,0"]
    #expect(try Self.recording([Self.first] + dropped + rows).timeline.value?.kinds?[0] == .dropped)
  }

  @Test("CapFrameX's JSON has the same")
  func capFrameX() throws {
    let recording = try Self.recording([
      """
      {"Runs": [{"CaptureData": {"TimeInSeconds": [0.01, 0.02, 0.03], "MsBetweenPresents": [10, 10, 10],
      "MsUntilDisplayed": [20, 0, 16.7], "PresentMode": [4, 4, 4], "Dropped": [false, true, false]}}],
      "Info": {"GameName": "g"}}
      """
    ])
    #expect(Self.screen(recording) == [300, 467])
    #expect(recording.description.device.properties["presentation"] == "Composed: Flip")
  }

  @Test("if only some latencies begin with the digits of FrameView's error, none is used")
  func prefixedLatency() throws {
    let header =
      "Application,ProcessID,SwapChainAddress,Dropped,TimeInSeconds,MsBetweenPresents,MsPCLatency,Render Queue Depth"
    func latencies(_ values: [String]) throws -> OptionalColumn? {
      let rows = values.enumerated().map { "g.exe,1,0x1,0,0.0\($0 + 1)0,10.0,\($1),1" }
      return try Self.recording([header] + rows).timeline.value?.signals[.latency]
    }
    #expect(
      try latencies(["459986.03", "4599812.50"]) == OptionalColumn([6_030_000, 12_500_000]))
    #expect(try latencies(["459986.03", "12.50"]) == nil)
    #expect(try latencies(["99999999", "12.50"]) == OptionalColumn([nil, 12_500_000]))
  }

  @Test("an animation error that overflowed is only a note")
  func overflow() throws {
    let recording = try Self.recording([
      "Application,ProcessID,SwapChainAddress,FrameType,TimeInMs,MsBetweenPresents,MsAnimationError",
      "g.exe,1,0x1,Application,10.0,10.0,18446744073709551.6",
      "g.exe,1,0x1,Application,20.0,10.0,0.2",
    ])
    #expect(recording.issues.map(\.kind.severity) == [.note])
    #expect(recording.timeline.value?.signals[.animationError] == OptionalColumn([nil, 200_000]))
  }

  @Test(
    "a capture that was appended to another one has its own streams, also after a byte order mark")
  func appended() throws {
    let rows = (1...3).map { "g.exe,1,0x1,Composed: Flip,0,0.0\($0)0,10.0,20.0" }
    let text = (([Self.first] + rows).joined(separator: "\n") + "\n")
    let file = try TraceReader.read(bytes: Array((text + "\u{FEFF}" + text).utf8), name: "made.csv")
    #expect(file.recordings.map(\.origin.stream) == ["g.exe 1 0x1", "g.exe 1 0x1 #2"])
    #expect(file.recordings.map { $0.timeline.value?.frameCount } == [3, 3])
    // A header that a tool repeats within one capture changes nothing.
    let later = (4...6).map { "g.exe,1,0x1,Composed: Flip,0,0.0\($0)0,10.0,20.0" }
    let whole = text + ([Self.first] + later).joined(separator: "\n") + "\n"
    let one = try TraceReader.read(bytes: Array(whole.utf8), name: "made.csv")
    #expect(one.recordings.map { $0.timeline.value?.frameCount } == [6])
  }
}

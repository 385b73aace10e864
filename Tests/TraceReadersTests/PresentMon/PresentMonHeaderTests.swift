import Recordings
import Testing
import Units

@testable import Decoding
@testable import Histories
@testable import RunFolders
@testable import TraceReaders

/// Headers of every version of PresentMon's console, with the options that change them.
///
/// They are derived from the source code of each version.
@Suite struct PresentMonHeaderTests {
  struct Header: CustomTestStringConvertible {
    let version: String
    let dialect: String
    let text: String
    var testDescription: String { "\(version): \(text.suffix(60))" }

    init(_ version: String, _ dialect: String, _ parts: String...) {
      self.version = version
      self.dialect = dialect
      text = parts.joined(separator: ",")
    }
  }

  static let key1 = "Application,ProcessID,SwapChainAddress,Runtime,SyncInterval,PresentFlags"
  static let key2 = key1.replacing("Runtime", with: "PresentRuntime")
  static let shown = "AllowsTearing,PresentMode"

  static let firstGeneration: [Header] = [
    Header(
      "1.2 -simple", "1.2–1.6", key1, "Dropped,TimeInSeconds,MsBetweenPresents,MsInPresentAPI"),
    Header(
      "1.2", "1.2–1.6", key1, shown,
      "Dropped,TimeInSeconds,MsBetweenPresents,MsBetweenDisplayChange",
      "MsInPresentAPI,MsUntilRenderComplete,MsUntilDisplayed"),
    Header(
      "1.6 -verbose -qpc_time", "1.2–1.6", key1, shown,
      "WasBatched,DwmNotified,Dropped,TimeInSeconds",
      "MsBetweenPresents,MsBetweenDisplayChange,MsInPresentAPI,MsUntilRenderComplete",
      "MsUntilDisplayed,QPCTime"),
    Header(
      "1.7", "1.8", key1, "Dropped,TimeInSeconds,msInPresentAPI,msBetweenPresents", shown,
      "msUntilRenderComplete,msUntilDisplayed,msBetweenDisplayChange"),
    Header(
      "1.8 -no_track_display", "1.8", key1,
      "Dropped,TimeInSeconds,msInPresentAPI,msBetweenPresents"),
    Header(
      "1.8 -track_debug -qpc_time", "1.8", key1,
      "Dropped,TimeInSeconds,msInPresentAPI,msBetweenPresents", shown,
      "msUntilRenderComplete,msUntilDisplayed,msBetweenDisplayChange,WasBatched,DwmNotified,QPCTime"
    ),
    Header(
      "1.9", "1.9–1.10", key1, "Dropped,TimeInSeconds,msInPresentAPI,msBetweenPresents", shown,
      "msUntilRenderComplete,msUntilDisplayed,msBetweenDisplayChange,msUntilRenderStart",
      "msGPUActive"),
    Header(
      "1.10 -track_gpu_video -track_input", "1.9–1.10", key1,
      "Dropped,TimeInSeconds,msInPresentAPI,msBetweenPresents", shown,
      "msUntilRenderComplete,msUntilDisplayed,msBetweenDisplayChange,msUntilRenderStart",
      "msGPUActive,msGPUVideoActive,msSinceInput,QPCTime"),
    Header(
      "2.5 --v1_metrics", "2.4–2.5 --v1_metrics", key1,
      "Dropped,TimeInSeconds,msInPresentAPI,msBetweenPresents", shown,
      "msUntilRenderComplete,msUntilDisplayed,msBetweenDisplayChange,msFlipDelay",
      "msUntilRenderStart,msGPUActive,msDisplayTime,FrameId,EtwBufferFillPct,EtwBuffersInUse",
      "EtwTotalBuffers,EtwEventsLost,EtwBuffersLost,OverflowedPresents"),
  ]

  static let secondGeneration: [Header] = [
    Header(
      "2.0", "2.0", key1, shown, "CPUStartTime,CPUBusy,CPUWait,GPULatency,GPUBusy,GPUWait",
      "DisplayLatency,DisplayedTime,ClickToPhotonLatency"),
    Header("2.0 --no_track…", "2.0", key1, "CPUStartQPC,CPUBusy,CPUWait"),
    Header(
      "2.1", "2.1", key2, shown, "CPUStartTime,FrameTime,CPUBusy,CPUWait,GPULatency,GPUTime",
      "GPUBusy,GPUWait,DisplayLatency,DisplayedTime,AnimationError,ClickToPhotonLatency"),
    Header(
      "2.2 --track_frame_type --qpc_time_ms", "2.2", key2, shown,
      "FrameType,CPUStartQPCTime,FrameTime",
      "CPUBusy,CPUWait,GPULatency,GPUTime,GPUBusy,GPUWait,VideoBusy,DisplayLatency,DisplayedTime",
      "AnimationError,AllInputToPhotonLatency,ClickToPhotonLatency,DisplayTimeAbs,FrameId"),
    Header(
      "2.3.0", "2.3.0", key2, shown, "CPUStartTime,FrameTime,CPUBusy,CPUWait,GPULatency,GPUTime",
      "GPUBusy,GPUWait,DisplayLatency,DisplayedTime,AnimationError,AnimationTime",
      "AllInputToPhotonLatency,ClickToPhotonLatency,InstrumentedLatency"),
    Header(
      "2.5 --v2_metrics --date_time", "2.4–2.5 --v2_metrics", key2, shown,
      "CPUStartDateTime,FrameTime,CPUBusy,CPUWait,GPULatency,GPUTime,GPUBusy,GPUWait",
      "DisplayLatency,DisplayedTime,AnimationError,AnimationTime,MsFlipDelay",
      "AllInputToPhotonLatency,ClickToPhotonLatency"),
  ]

  static let middle =
    "MsBetweenAppStart,MsCPUBusy,MsCPUWait,MsGPULatency,MsGPUTime,MsGPUBusy,MsGPUWait"

  static let thirdGeneration: [Header] = [
    Header(
      "2.3.1", "2.3.1", key2, shown, "TimeInMs,MsBetweenSimulationStart,MsBetweenPresents",
      "MsBetweenDisplayChange,MsInPresentAPI,MsRenderPresentLatency,MsUntilDisplayed,MsPCLatency",
      "CPUStartTimeInMs", middle, "MsAnimationError,AnimationTime,MsAllInputToPhotonLatency",
      "MsClickToPhotonLatency"),
    Header(
      "2.4", "2.4–2.5", key2, shown, "TimeInSeconds,MsBetweenSimulationStart,MsBetweenPresents",
      "MsBetweenDisplayChange,MsInPresentAPI,MsRenderPresentLatency,MsUntilDisplayed",
      "CPUStartTimeInSeconds", middle, "MsVideoBusy,MsAnimationError,AnimationTime,MsFlipDelay",
      "MsAllInputToPhotonLatency,MsClickToPhotonLatency,MsInstrumentedLatency"),
    Header(
      "2.5 --write_display_metadata --qpc_time …", "2.4–2.5", key2, "VidPnSourceId,LayerIndex",
      shown,
      "FrameType,HybridPresent,TimeInQPC,MsBetweenSimulationStart,MsBetweenPresents",
      "MsBetweenDisplayChange,MsInPresentAPI,MsRenderPresentLatency,MsUntilDisplayed,MsPCLatency",
      "CPUStartQPC", middle, "MsAnimationError,AnimationTime,MsFlipDelay,DisplayTimeAbs,FrameId",
      "PresentId,AppFrameId,PCLFrameId,EtwBufferFillPct"),
    Header(
      "2.5 --date_time --no_track_display", "2.3.1", key2,
      "TimeInDateTime,MsBetweenSimulationStart,MsBetweenPresents,MsInPresentAPI",
      "MsRenderPresentLatency,CPUStartDateTime,MsBetweenAppStart,MsCPUBusy,MsCPUWait"),
    Header(
      "2.5 --qpc_time_ms, as CapFrameX captures", "2.4–2.5", key2, shown,
      "TimeInSeconds,MsBetweenSimulationStart,MsBetweenPresents,MsBetweenDisplayChange",
      "MsInPresentAPI,MsRenderPresentLatency,MsUntilDisplayed,MsPCLatency,CPUStartQPCTimeInMs",
      middle,
      "MsAnimationError,AnimationTime,MsFlipDelay,EtwBufferFillPct,EtwBuffersInUse"),
  ]

  static let all = firstGeneration + secondGeneration + thirdGeneration

  /// A table with a header and three presents of 10, 12.5 and 11 ms, the second of which was dropped.
  static func table(_ header: Header, columnNames: (String) -> String = { $0 }) -> [UInt8] {
    let names = header.text.split(separator: ",").map(String.init)
    let rows = [(10.0, 10.0), (22.5, 12.5), (33.5, 11.0)].enumerated().map { index, row in
      names.map { cell($0, end: row.0, frameTime: row.1, isDropped: index == 1, of: names) }
        .joined(separator: ",")
    }
    let head = names.map(columnNames).joined(separator: ",")
    return Array(([head] + rows).joined(separator: "\n").utf8) + [Byte.newline]
  }

  private static func cell(
    _ name: String, end: Double, frameTime: Double, isDropped: Bool, of names: [String]
  ) -> String {
    let start = end - frameTime
    return switch name {
    case "Application": "game.exe"
    case "ProcessID": "12"
    case "SwapChainAddress": "0x00000000000000A0"
    case "Dropped": isDropped ? "1" : "0"
    case "FrameType": "Application"
    case "TimeInSeconds": names.contains("CPUStartQPCTimeInMs") ? "\(end)" : "\(end / 1000)"
    case "TimeInMs": "\(end)"
    case "TimeInQPC": "\(Int(end * 10_000) + 1_857_900_000_000)"
    case "TimeInDateTime": "2025-1-2 3:04:05.\(String(Int(end * 1e6) + 1_000_000_000).dropFirst())"
    case "CPUStartTime", "CPUStartQPCTime": "\(start)"
    case "CPUStartQPC": "\(Int(start * 10_000) + 1_857_900_000_000)"
    case "CPUStartDateTime":
      "2025-1-2 3:04:05.\(String(Int(start * 1e6) + 1_000_000_000).dropFirst())"
    case "MsBetweenPresents", "msBetweenPresents", "FrameTime": "\(frameTime)"
    case "CPUBusy": "\(frameTime - 2)"
    case "CPUWait": "2"
    case "MsUntilDisplayed", "DisplayLatency", "DisplayedTime", "MsBetweenDisplayChange":
      isDropped ? "NA" : "20"
    default: "NA"
    }
  }

  @Test(arguments: all)
  func everyVersionIsToldAndReadsAlike(header: Header) throws {
    let file = try TraceReader.read(bytes: Self.table(header), name: "a.csv")
    #expect(file.format == "presentmon")
    #expect(file.dialect == header.dialect)
    let timeline = try #require(file.recordings.first?.timeline.value)
    #expect(timeline.presents == [0, 10_000_000, 22_500_000, 33_500_000])
    let tellsDropped = header.text.contains("Dropped") || header.text.contains("Display")
    #expect(timeline.kinds == (tellsDropped ? [.displayed, .dropped, .displayed] : nil))
    #expect(file.recordings[0].issues.isEmpty)
  }

  @Test(arguments: all)
  func namesMayBeWrittenInAnyCase(header: Header) throws {
    let upper = try TraceReader.read(
      bytes: Self.table(header, columnNames: { $0.uppercased() }), name: "a.csv")
    let lower = try TraceReader.read(
      bytes: Self.table(header, columnNames: { $0.lowercased() }), name: "a.csv")
    #expect(upper.recordings[0].timeline.value == lower.recordings[0].timeline.value)
    #expect(upper.recordings[0].timeline.value?.frameCount == 3)
  }

  @Test func everyDialectIsReachedByAHeader() {
    let reached = Set(Self.all.map(\.dialect))
    let others: Set = ["2.4–2.5 GUI", "2.6 GUI", "columns chosen by hand"]
    #expect(reached.union(others) == Set(PresentMonDialect.all.map(\.name)))
  }

  @Test(arguments: [
    "Application,ProcessID,SwapChainAddress,Runtime", "MsBetweenPresents,Other", "FrameTime,fps",
    "Application,CPUBusy", "TimeInSeconds,msInPresentAPI",
  ])
  func tablesWithoutFrameTimesAreNotOfTheFamily(header: String) {
    #expect(throws: TraceError.self) {
      try TraceReader.read(bytes: Array("\(header)\na,1,2,3\n".utf8), name: "a.csv")
    }
  }
}

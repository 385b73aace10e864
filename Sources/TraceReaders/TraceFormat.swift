internal import Decoding
package import Recordings
package import Units

/// One trace format: its id and title, and the functions that recognize and read its files.
///
/// A new trace format needs one folder that is named after its id, and one line in `all`.
///
///     let file = try TraceReader.read("trace.csv")           // recognized by content
///     let same = try TraceReader.read("trace.csv", as: TraceFormat.named("presentmon"))
public struct TraceFormat: Sendable {
  /// The short name of the trace format, such as `mangohud`.
  ///
  /// The id is part of the public interface, so it never changes.
  public let id: String

  /// The name of the trace format in prose, such as `MangoHud`.
  public let title: String

  public let summary: String

  /// The dialects of the trace format that its reader distinguishes: versions, oldest first, or kinds of files.
  public let dialects: [String]

  public let supports: String

  /// A short text about the files with which reading the trace format was tested, such as real traces or examples.
  public let checkedAgainst: String

  /// Decides by the first bytes of a file whether the file has this trace format.
  let recognize: @Sendable (TraceHead) -> Recognition

  let read:
    @Sendable (inout TraceSource, TraceHead, _ dialect: String) throws(TraceError) -> [TraceRun]

  /// All trace formats, in the order in which `TraceReader` tries them.
  ///
  /// At most one format recognizes a trace.
  public static let all: [TraceFormat] = [
    .native, .mangoHud, .presentMon, .ocat, .capFrameXCSV, .capFrameXLayer,
    .capFrameXJSON, .frameView, .fraps, .gfxInfo, .surfaceFlingerLatency, .surfaceFlingerTimeStats,
    .macrobenchmark,
    .jankStats, .perfetto, .atrace, .chrome,
    .flutterTimeline, .flutterSummary, .flutterDevTools,
    .xctrace, .xcresult, .metricKit, .metalHUD,
    .afterburner, .rtss, .nvidiaApp, .unrealCSV, .unity,
    .flashlight, .perfDog, .gameBench, .questMetrics, .vrAPI, .hwinfo, .gpuZ,
    .webVitals, .frameRateSamples,
  ]

  /// The trace format with a given id, in upper or lower case; `nil` if there is none.
  public static func named(_ id: String) -> TraceFormat? {
    all.first { $0.id == id.lowercased() }
  }
}

/// The decision of a trace format about a file, from its first bytes: not this format, this format, or refused.
enum Recognition: Equatable {
  /// The file does not have this format.
  ///
  /// - Parameter missing: the columns that the format needs and the trace lacks; empty if the trace has nothing of the
  ///   format.
  case no(missing: [String] = [])
  case yes(dialect: String)
  /// The file belongs to this format but contains no trace, so reading the file fails with this reason.
  case refused(TraceRefusal)
}

/// One run of a trace file, with the time at which it started on the trace's own clock.
package struct TraceRun: Sendable {
  /// The recording of the run, in which times are measured from the start of the first frame.
  package var recording: Recording

  /// The start of the run's first frame on the trace's own clock, in nanoseconds.
  ///
  /// `nil` if the trace has only durations, or no frames. Times in other files of the run that use the same clock are
  /// shifted by this time. For a log of sensors without frames, it is the date of its first sample, as nanoseconds since
  /// 1970 on the machine's clock.
  package var clockOrigin: Nanoseconds?

  /// What drew the frames, if the reader knows more than the name of the stream says.
  var role: StreamRole?

  package init(_ recording: Recording, clockOrigin: Nanoseconds? = nil) {
    self.recording = recording
    self.clockOrigin = clockOrigin
  }
}

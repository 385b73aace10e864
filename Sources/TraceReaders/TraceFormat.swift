internal import Decoding
package import Recordings
package import Units

/// One format of trace files: what it is called, how it is recognised, how it is read.
///
/// A new format is one folder that is named after its id, and one line in `all`.
public struct TraceFormat: Sendable {
  /// The short name, such as `mangohud`; public interface.
  public let id: String

  /// The name in prose, such as `MangoHud`.
  public let title: String

  /// What is read, in a sentence.
  public let summary: String

  /// The dialects or versions that are told apart, oldest first.
  public let dialects: [String]

  /// Which metrics the files support, in a clause.
  public let supports: String

  /// Which real files and published answers the reader was checked against, or that there were none, in
  /// a clause.
  public let checkedAgainst: String

  /// Looks at the beginning of a trace.
  let recognise: @Sendable (TraceHead) -> Recognition

  /// Reads a trace that was recognised, from its beginning.
  let read:
    @Sendable (inout TraceSource, TraceHead, _ dialect: String) throws(TraceError) -> [TraceRun]

  /// All formats, in the order in which a trace is shown to them; at most one recognises it.
  public static let all: [TraceFormat] = [
    .native, .mangoHud, .presentMon, .ocat, .capFrameXCSV, .capFrameXLayer,
    .capFrameXJSON, .frameView, .fraps, .gfxInfo, .surfaceFlingerLatency, .macrobenchmark,
    .jankStats, .perfetto, .atrace, .chrome,
    .flutterTimeline, .flutterSummary, .flutterDevTools,
    .xctrace, .xcresult, .metricKit, .metalHUD,
    .afterburner, .rtss, .nvidiaApp, .unrealCSV, .unity,
    .flashlight, .perfDog, .gameBench, .questMetrics,
  ]

  /// The format of an id.
  ///
  /// - Parameter id: in any case.
  /// - Returns: `nil` when there is none.
  public static func named(_ id: String) -> TraceFormat? {
    all.first { $0.id == id.lowercased() }
  }
}

/// What a format says of the beginning of a trace.
enum Recognition: Equatable {
  /// Not this format.
  ///
  /// - Parameter missing: the columns that this format would need besides those that are there;
  ///   empty when nothing of the format is to be seen.
  case no(missing: [String] = [])
  /// This format.
  case yes(dialect: String)
  /// A file that belongs to the format, but is no trace.
  case refused(TraceRefusal)
}

/// One run as a format read it.
package struct TraceRun: Sendable {
  /// What the run left behind; presents, samples and markers on a clock on which present 0 is 0.
  package var recording: Recording

  /// What the trace's own clock showed at present 0.
  ///
  /// `nil` when the trace has durations only, or no frames. Other files of the run, on the same
  /// clock, are moved by it.
  package var clockOrigin: Nanoseconds?

  /// Whether it is the system's own and no program's: it comes after theirs.
  var isSystems = false

  package init(_ recording: Recording, clockOrigin: Nanoseconds? = nil) {
    self.recording = recording
    self.clockOrigin = clockOrigin
  }
}

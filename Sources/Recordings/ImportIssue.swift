/// A problem in a trace that did not stop the import.
///
/// Issues of one kind are stored as the position of the first and their number.
public struct ImportIssue: Sendable, Equatable {
  /// The kind of problem in the trace, such as a time that goes back.
  public let kind: Kind

  /// The line of the problem's first occurrence in the trace, from 1; `nil` if the problem does not belong to a line.
  public let line: Int?

  /// The text of the trace that caused the problem, shortened and without control characters; `nil` if there is
  /// none.
  public let found: String?

  /// How often the problem occurs in the trace, at least 1.
  public let count: Int

  /// Creates the description of a problem in a trace that did not stop the import.
  public init(_ kind: Kind, line: Int? = nil, found: String? = nil, count: Int = 1) {
    self.kind = kind
    self.line = line
    self.found = found
    self.count = count
  }

  /// The severity of a problem in a trace, from harmless to loss of data.
  public enum Severity: String, Sendable, Comparable {
    /// The issue is only information.
    case note
    /// Some data of the trace was not used.
    case warning
    /// Data of the trace is missing, so figures rest on less than they should.
    case dataLoss = "data-loss"

    /// Orders the severities of problems in traces from harmless to severe.
    public static func < (left: Severity, right: Severity) -> Bool {
      left.rank < right.rank
    }

    private var rank: Int {
      switch self {
      case .note: 0
      case .warning: 1
      case .dataLoss: 2
      }
    }
  }

  /// The kinds of problems in traces, such as a time that goes back, each with a severity.
  public enum Kind: String, Sendable, CaseIterable {
    /// A timestamp is before the one in the row above.
    case timeWentBack = "time-went-back"
    /// A timestamp is equal to the one in the row above.
    case duplicateTime = "duplicate-timestamp"
    /// A row has fewer fields than the header.
    case shortRow = "short-row"
    /// A row has more fields than the header.
    case longRow = "long-row"
    /// A field that should contain a number contains other text.
    case notANumber = "not-a-number"
    /// A number has a decimal comma.
    case decimalComma = "decimal-comma"
    /// A column that frames are built from contains NaN or an infinity.
    case notFinite = "not-finite"
    /// A number is too large for its column, or a time is not plausible.
    case outOfRange = "out-of-range"
    /// A frame time is zero or negative.
    case notPositive = "not-positive"
    /// The header of a table is repeated in the middle of the rows.
    case repeatedHeader = "repeated-header"
    /// The last line of the trace has no end, and is unusable.
    case truncatedLine = "truncated-line"
    /// A line is longer than the limit.
    case longLine = "long-line"
    /// The time column contradicts the frame times, so rows are missing in between; counted by missing rows.
    ///
    /// A note, because checks of the whole run judge their number.
    case lostFrames = "lost-frames"
    /// The time column advances by less than the frame times.
    case shorterSteps = "shorter-steps"
    /// A sample has a number that the recording tool wrote because of an overflow.
    case overflowedSample = "overflowed-sample"
    /// The time column is coarser than the frame times.
    case coarseTimes = "coarse-times"
    /// No frame of the trace has a display time.
    case noDisplayData = "no-display-data"
    /// Frames at the start of the trace, before the first one whose display is known.
    case untrackedDisplay = "untracked-display"
    /// A latency has digits before it that a bug of the recording tool wrote.
    case prefixedLatency = "prefixed-latency"
    /// Two successive presents are a second or more apart.
    case gap = "gap"
    /// A row, or another part of the trace, cannot be used.
    case unusableRow = "unusable-row"
    /// A column appears twice.
    case duplicateColumn = "duplicate-column"
    /// A compressed file ends early or is damaged.
    case truncatedArchive = "truncated-archive"
    /// A compressed file has further bytes after its end.
    case bytesBehindArchive = "bytes-behind-archive"
    /// A structured text, such as JSON, ends within a value.
    case truncatedText = "truncated-text"
    /// A list of events has no closing bracket, which the format allows.
    case unclosedList = "unclosed-list"
    /// The trace has more markers, streams, open events or other things than the limit.
    case tooMany = "too-many"
    /// The trace refers to a value that does not exist.
    case brokenReference = "broken-reference"
    /// A number has a point or comma that may be a decimal or a thousands separator.
    case ambiguousNumber = "ambiguous-number"
    /// An event ends whose beginning is missing.
    case unmatchedEnd = "unmatched-end"
    /// The times of samples do not overlap the frames.
    case samplesOutside = "samples-outside-frames"
    /// Samples and frames have no common clock, so that both are taken to begin at the same time.
    case assumedStart = "assumed-start"
    /// A field that should contain a sample contains other text.
    case unreadableSample = "unreadable-sample"
    /// The platform excludes a frame from performance measurements.
    case excludedFrame = "excluded-frame"
    /// Two successive dumps of a buffer do not overlap, so frames between them are lost.
    case lostBetweenDumps = "lost-between-dumps"
    /// Figures of the trace contradict each other.
    case contradiction
    /// A binary trace contains a damaged message.
    case damagedPacket = "damaged-packet"
    /// A binary trace is damaged at some byte, and nothing after it can be read.
    case damagedBytes = "damaged-bytes"
    /// A binary trace contains a message above the size limit.
    case oversizedPacket = "oversized-packet"
    /// Parts of the trace have an unknown compression.
    case unknownCompression = "unknown-compression"
    /// The recording tool reports that it lost events.
    case lostEvents = "lost-events"
    /// A frame has begun and not ended.
    case unfinishedFrame = "unfinished-frame"
    /// The trace contains only the main thread's part of frames.
    case mainThreadOnly = "main-thread-only"
    /// The trace contains callbacks at vsyncs, but no drawing.
    case callbacksOnly = "callbacks-only"
    /// The tool writes placeholder numbers for values that it does not measure.
    case placeholders
    /// The trace contains a measure that is not known.
    case unknownMeasure = "unknown-measure"
    /// The display changed its refresh rate.
    case refreshRateChanges = "refresh-rate-changes"
    /// The trace has a histogram instead of frame times, so its figures are rounded to the bins.
    case histogramBins = "histogram-bins"
    /// The trace has only frames above a duration, so a frame that becomes shorter than that vanishes from it.
    case cutOffFrames = "cut-off-frames"

    /// The severity of this kind of problem in a trace: note, warning or loss of data.
    public var severity: Severity {
      switch self {
      case .gap, .coarseTimes, .repeatedHeader, .duplicateColumn, .longRow, .excludedFrame,
        .unknownMeasure, .unclosedList, .unmatchedEnd, .oversizedPacket, .unfinishedFrame,
        .mainThreadOnly, .placeholders, .untrackedDisplay, .prefixedLatency,
        .overflowedSample, .lostFrames, .histogramBins, .cutOffFrames:
        .note
      case .truncatedArchive, .truncatedText, .samplesOutside, .lostBetweenDumps,
        .damagedBytes, .unknownCompression, .lostEvents:
        .dataLoss
      default: .warning
      }
    }
  }
}

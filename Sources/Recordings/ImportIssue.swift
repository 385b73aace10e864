/// A problem in a trace that did not stop the import.
///
/// Issues of one kind are stored as the position of the first and their number.
public struct ImportIssue: Sendable, Equatable {
  /// The kind of problem in the trace.
  public let kind: Kind

  /// The line of the trace with the first occurrence of the problem, from 1; `nil` if it has no line.
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
    /// Information.
    case note
    /// Some data was not used.
    case warning
    /// Data is missing, so figures rest on less than they should.
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
    /// A timestamp before the one above it.
    case timeWentBack = "time-went-back"
    /// A timestamp equal to the one above it.
    case duplicateTime = "duplicate-timestamp"
    /// A row with fewer fields than the header.
    case shortRow = "short-row"
    /// A row with more fields than the header.
    case longRow = "long-row"
    /// Text where a number belongs.
    case notANumber = "not-a-number"
    /// A number with a decimal comma.
    case decimalComma = "decimal-comma"
    /// NaN or an infinity in a column that frames are built from.
    case notFinite = "not-finite"
    /// A number too large for the column.
    case outOfRange = "out-of-range"
    /// A frame time of zero or below.
    case notPositive = "not-positive"
    /// The header again, in the middle of the rows.
    case repeatedHeader = "repeated-header"
    /// A last line without its end.
    case truncatedLine = "truncated-line"
    /// A line that is too long.
    case longLine = "long-line"
    /// Time columns that contradict each other: rows are missing in between.
    case lostFrames = "lost-frames"
    /// A time column that is coarser than the frame times.
    case coarseTimes = "coarse-times"
    /// No frame of the trace has a display time.
    case noDisplayData = "no-display-data"
    /// A pause of a second or more between two presents.
    case gap = "gap"
    /// Rows from which no run could be built.
    case unusableRow = "unusable-row"
    /// A column that appears twice.
    case duplicateColumn = "duplicate-column"
    /// A compressed file that ends early.
    case truncatedArchive = "truncated-archive"
    /// Bytes after the end of a compressed file.
    case bytesBehindArchive = "bytes-behind-archive"
    /// A structured text that ends within a value.
    case truncatedText = "truncated-text"
    /// A list of events without its closing bracket, which the format allows.
    case unclosedList = "unclosed-list"
    /// More markers, streams or open events than the limit.
    case tooMany = "too-many"
    /// A reference to a value that does not exist.
    case brokenReference = "broken-reference"
    /// A number with a point or comma that may be a decimal or a thousands separator.
    case ambiguousNumber = "ambiguous-number"
    /// The end of an event whose beginning is missing.
    case unmatchedEnd = "unmatched-end"
    /// A file of samples whose times do not overlap the frames.
    case samplesOutside = "samples-outside-frames"
    /// Text where a sample belongs.
    case unreadableSample = "unreadable-sample"
    /// A frame that the platform excludes from performance measurements.
    case excludedFrame = "excluded-frame"
    /// Two dumps of a buffer that do not overlap.
    case lostBetweenDumps = "lost-between-dumps"
    /// Figures of a trace that contradict each other.
    case contradiction
    /// A damaged message in a binary trace.
    case damagedPacket = "damaged-packet"
    /// Bytes after which nothing can be read.
    case damagedBytes = "damaged-bytes"
    /// A message above the size limit.
    case oversizedPacket = "oversized-packet"
    /// Parts of a trace with an unknown compression.
    case unknownCompression = "unknown-compression"
    /// Events that the tool reports as lost.
    case lostEvents = "lost-events"
    /// A frame without an end.
    case unfinishedFrame = "unfinished-frame"
    /// Frames with only the main thread's part.
    case mainThreadOnly = "main-thread-only"
    /// Placeholder numbers that the tool writes without a measurement.
    case placeholders
    /// A measure that is not known.
    case unknownMeasure = "unknown-measure"
    /// A display that changed its refresh rate.
    case refreshRateChanges = "refresh-rate-changes"

    /// The severity of this kind of problem in a trace: note, warning or loss of data.
    public var severity: Severity {
      switch self {
      case .gap, .coarseTimes, .repeatedHeader, .duplicateColumn, .longRow, .excludedFrame,
        .unknownMeasure, .unclosedList, .unmatchedEnd, .oversizedPacket, .unfinishedFrame,
        .mainThreadOnly,
        .placeholders:
        .note
      case .lostFrames, .truncatedArchive, .truncatedText, .samplesOutside, .lostBetweenDumps,
        .damagedBytes, .unknownCompression, .lostEvents:
        .dataLoss
      default: .warning
      }
    }
  }
}

/// Something wrong in a trace that did not stop the read.
///
/// Issues of one kind are kept as the place of the first and their number.
public struct ImportIssue: Sendable, Equatable {
  /// What was wrong.
  public let kind: Kind

  /// The line of the first one, from 1; `nil` when it has no line.
  public let line: Int?

  /// What stood there, shortened and free of control characters; `nil` when there is nothing to show.
  public let found: String?

  /// How often it happened, at least 1.
  public let count: Int

  /// Creates an issue.
  ///
  /// - Parameters:
  ///   - kind: what was wrong.
  ///   - line: of the first one, from 1.
  ///   - found: what stood there.
  ///   - count: how often.
  public init(_ kind: Kind, line: Int? = nil, found: String? = nil, count: Int = 1) {
    self.kind = kind
    self.line = line
    self.found = found
    self.count = count
  }

  /// How bad an issue is.
  public enum Severity: String, Sendable, Comparable {
    /// Worth knowing.
    case note
    /// Some data was not used.
    case warning
    /// Figures rest on less than they should.
    case dataLoss = "data-loss"

    /// Orders severities from harmless to bad.
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

  /// Everything that can be wrong, with its severity and words in one list.
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
    /// A line too long to be one.
    case longLine = "long-line"
    /// Time columns that contradict each other: rows are missing between.
    case lostFrames = "lost-frames"
    /// A time column that is coarser than the frame times next to it.
    case coarseTimes = "coarse-times"
    /// A trace that shows of no frame whether it reached the display.
    case noDisplayData = "no-display-data"
    /// A pause of a second or more between two presents.
    case gap = "gap"
    /// Rows that no run could be made of.
    case unusableRow = "unusable-row"
    /// A column that appears twice.
    case duplicateColumn = "duplicate-column"
    /// A compressed file that ends early.
    case truncatedArchive = "truncated-archive"
    /// Bytes behind the end of a compressed file.
    case bytesBehindArchive = "bytes-behind-archive"
    /// A structured text that ends within a value.
    case truncatedText = "truncated-text"
    /// A list of events without its closing bracket, which the format allows.
    case unclosedList = "unclosed-list"
    /// More markers, streams or open events than are kept.
    case tooMany = "too-many"
    /// A reference to a value that did not come before.
    case brokenReference = "broken-reference"
    /// A number with a point or comma that could be either of two.
    case ambiguousNumber = "ambiguous-number"
    /// The end of an event whose beginning is missing.
    case unmatchedEnd = "unmatched-end"
    /// A samples' file whose times do not meet the frames'.
    case samplesOutside = "samples-outside-frames"
    /// Text where a sample belongs.
    case unreadableSample = "unreadable-sample"
    /// A frame that the platform says is no measure of performance.
    case excludedFrame = "excluded-frame"
    /// Two dumps of a buffer that do not overlap.
    case lostBetweenDumps = "lost-between-dumps"
    /// Figures of a trace that cannot all be right.
    case contradiction
    /// A message of a trace that is no text which cannot be read.
    case damagedPacket = "damaged-packet"
    /// Bytes behind which nothing can be read.
    case damagedBytes = "damaged-bytes"
    /// A message larger than any that matters.
    case oversizedPacket = "oversized-packet"
    /// Parts of a trace that are compressed in an unknown way.
    case unknownCompression = "unknown-compression"
    /// Events that the tool itself says it lost.
    case lostEvents = "lost-events"
    /// A frame that began and has no end.
    case unfinishedFrame = "unfinished-frame"
    /// Frames of which only the main thread's part is known.
    case mainThreadOnly = "main-thread-only"
    /// Numbers that the tool writes where it measured nothing.
    case placeholders
    /// A measure of which nothing is known.
    case unknownMeasure = "unknown-measure"
    /// A display that changed its refresh rate.
    case refreshRateChanges = "refresh-rate-changes"

    /// How bad it is.
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

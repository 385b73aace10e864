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
    case noDisplayData = "no-display-data"
    /// Frames at the start of the trace, before the first one whose display is known.
    case untrackedDisplay = "untracked-display"
    /// A latency has digits before it that a bug of the recording tool wrote.
    case prefixedLatency = "prefixed-latency"
    /// Two successive presents are a second or more apart.
    case gap = "gap"
    /// A row, or another part of the trace, cannot be used.
    case unusableRow = "unusable-row"
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
    case unreadableSample = "unreadable-sample"
    /// The platform excludes a frame from performance measurements.
    case excludedFrame = "excluded-frame"
    /// Two successive dumps of a buffer do not overlap, so frames between them are lost.
    case lostBetweenDumps = "lost-between-dumps"
    case contradiction
    case damagedPacket = "damaged-packet"
    /// A binary trace is damaged at some byte, and nothing after it can be read.
    case damagedBytes = "damaged-bytes"
    /// A binary trace contains a message above the size limit.
    case oversizedPacket = "oversized-packet"
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

extension ImportIssue {
  /// The message for a problem in a trace, which says what was found and how it was handled.
  ///
  /// The caller adds the position.
  public var message: String {
    var text = kind.words
    if let found, !found.isEmpty { text += ": \u{201C}\(found)\u{201D}" }
    if count > 1 {
      text += " (\(count) \(kind == .lostFrames ? "frames in all" : "times"), first here)"
    }
    return text
  }

  /// The message for a problem in a trace with its line number and severity.
  public var sentence: String {
    let place = line.map { "line \($0): " } ?? ""
    return "\(place)\(message) (\(kind.severity.rawValue))"
  }
}

extension ImportIssue.Kind {
  fileprivate var words: String {
    switch self {
    case .timeWentBack: "the time goes back from one row to the next; the later row was left out"
    case .duplicateTime: "the row has the same time as the row above; the row was left out"
    case .shortRow: "the row has fewer fields than the header; the row was left out"
    case .longRow: "the row has more fields than the header; the additional fields were ignored"
    case .notANumber: "a field is not a number; the row was left out"
    case .decimalComma:
      "a number has a decimal comma; the row was left out; export the file with decimal points"
    case .notFinite: "a number is not finite; the row was left out"
    case .outOfRange: "a number is out of range; the row was left out"
    case .notPositive: "a frame time is not above zero; the row was left out"
    case .repeatedHeader: "the header appears again; the second header was ignored"
    case .truncatedLine: "the last line is cut off; the line was left out"
    case .longLine: "a line has over a million bytes; the line was left out"
    case .lostFrames:
      "from this row to the next, the time column advances by more than the frame time, so frames are missing"
    case .shorterSteps:
      "from this row to the next, the time column advances by less than the frame time; the time column was used"
    case .overflowedSample:
      "a value overflowed in the recording tool; only this value was left out"
    case .coarseTimes:
      "the time column is less precise than the frame times; the frame times were used"
    case .noDisplayData:
      "no row has a display time, so it is unknown which frames were dropped; all presents are counted as frames"
    case .untrackedDisplay:
      "the recording tool did not track the display yet; this frame counts as displayed"
    case .prefixedLatency:
      "the recording tool wrote the digits 45998 before each latency; they were removed"
    case .gap: "a second or more lies between two presents; this pause counts as one frame"
    case .unusableRow: "a row is neither a frame nor a sample; the row was left out"
    case .duplicateColumn: "two columns have the same name; the first column was used"
    case .truncatedArchive:
      "the compressed file ends early or is damaged; the undamaged beginning was used"
    case .bytesBehindArchive:
      "the file has bytes after the end of the compressed data; these bytes were ignored"
    case .truncatedText: "the file ends too early; everything before the end was used"
    case .unclosedList:
      "the list of events is not closed, which the format allows; whether events are missing is unknown"
    case .tooMany:
      "the file has more entries of one kind than the limit; the other entries were left out"
    case .brokenReference:
      "an entry refers to a value that the file does not define before the entry; the value is missing"
    case .ambiguousNumber:
      "the separator in a number could mean thousands or decimals; the value was left out"
    case .unmatchedEnd: "an event has an end but no beginning; the event was left out"
    case .samplesOutside: "samples are outside the time of the frames; these samples are not used"
    case .assumedStart:
      """
      the samples have dates and the frames do not, so Hitchmark assumes that both begin at the same time; clock_start_s \
      in run.json sets the time
      """
    case .unreadableSample:
      "a value is not a number, or is out of range; only this value was left out"
    case .excludedFrame:
      "the platform excludes a frame from performance measurements; the frame was left out"
    case .lostBetweenDumps:
      "this dump begins after the end of the previous dump; the frames between the two dumps are lost"
    case .contradiction:
      "figures in the file contradict each other; Hitchmark stored them as the file prints them"
    case .damagedPacket: "a packet is damaged; the packet was left out"
    case .damagedBytes: "no packet was found at this byte; the rest of the file was not read"
    case .oversizedPacket: "a packet has over four million bytes; the packet was skipped"
    case .unknownCompression:
      "packets are compressed in an unsupported way; these packets were not read"
    case .lostEvents: "the recording tool reports that it lost events"
    case .unfinishedFrame: "the end of a frame is not in the trace; the frame was left out"
    case .mainThreadOnly:
      "the trace has no render thread, so a frame ends when the main thread's work on it ends"
    case .callbacksOnly:
      """
      the trace has callbacks at vsyncs, but no drawing, so each callback counts as a frame, although it may have drawn \
      nothing; record with the categories “gfx” and “view”
      """
    case .placeholders:
      """
      each sample of a sensor is a number, such as 0, that the recording tool writes if it measured nothing; the \
      samples were left out
      """
    case .unknownMeasure:
      "the file has measurements of frames under a name that Hitchmark does not know; they were left out"
    case .refreshRateChanges:
      "the display changed its refresh rate, so the run has no single refresh rate"
    case .cutOffFrames:
      """
      the browser reports only animation frames over 50 ms, so a frame that improves from 51 to 49 ms vanishes, and \
      frames of 17 to 50 ms are never counted
      """
    case .histogramBins:
      """
      the figures come from a histogram of whole milliseconds: a percentile is the start of its bin, and the frame rate \
      is computed from those starts, so it is too high
      """
    }
  }
}

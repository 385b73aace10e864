extension ImportIssue {
  /// The message for a problem in a trace, which says what was found and how it was handled.
  ///
  /// The caller adds the position.
  public var message: String {
    var text = kind.words
    if let found { text += ": \u{201C}\(found)\u{201D}" }
    if count > 1 { text += " (\(count) times, first here)" }
    return text
  }

  /// The message for a problem in a trace with its line and severity, for people.
  public var sentence: String {
    let place = line.map { "line \($0): " } ?? ""
    return "\(place)\(message) (\(kind.severity.rawValue))"
  }
}

extension ImportIssue.Kind {
  /// What was found in the trace, and how it was handled, as text.
  fileprivate var words: String {
    switch self {
    case .timeWentBack: "time goes back; the row was left out"
    case .duplicateTime: "the same time as the row above; the row was left out"
    case .shortRow: "fewer fields than the header names; the row was left out"
    case .longRow: "more fields than the header names; the rest was ignored"
    case .notANumber: "not a number; the row was left out"
    case .decimalComma: "a decimal comma; the row was left out; export the file with decimal points"
    case .notFinite: "not a finite number; the row was left out"
    case .outOfRange: "a number out of range; the row was left out"
    case .notPositive: "a frame time that is not above zero; the row was left out"
    case .repeatedHeader: "the header appears again; it was ignored"
    case .truncatedLine: "the last line is cut off; it was left out"
    case .longLine: "a line of over a million bytes; it was left out"
    case .lostFrames:
      "the time column advances by more than the frame time; frames are missing here"
    case .coarseTimes:
      "the time column is less precise than the frame times; the frame times were used"
    case .noDisplayData:
      "no row has a display time, so dropped frames are unknown; all presents are counted"
    case .gap: "a pause of a second or more between two presents; counted as one frame"
    case .unusableRow: "a row that is neither a frame nor a sample; it was left out"
    case .duplicateColumn: "two columns have the same name; the first was used"
    case .truncatedArchive: "the compressed file ends early or is damaged; the part before was used"
    case .bytesBehindArchive:
      "extra bytes after the end of the compressed data; they were ignored"
    case .truncatedText: "the file ends in the middle of its text; the part before was used"
    case .unclosedList:
      "the list of events is not closed, which the format allows; whether events are missing is unknown"
    case .tooMany: "more entries than the limit; the rest was left out"
    case .brokenReference:
      "a reference to a value that the file does not define before; the value is missing"
    case .ambiguousNumber:
      "a number whose separator could mean thousands or decimals; the value was left out"
    case .unmatchedEnd: "the end of an event without its beginning; it was left out"
    case .samplesOutside: "samples outside the time of the frames; they are not used"
    case .unreadableSample: "not a number; only this value was left out"
    case .excludedFrame:
      "a frame that the platform excludes from performance measurements; it was left out"
    case .lostBetweenDumps:
      "this dump does not overlap the previous one; the frames between them are lost"
    case .contradiction: "figures that contradict each other; they were stored as printed"
    case .damagedPacket: "a packet that is damaged; it was left out"
    case .damagedBytes: "no packet was found here; the rest of the file was not read"
    case .oversizedPacket: "a packet of over four million bytes; it was skipped"
    case .unknownCompression: "packets with an unsupported compression; they were not read"
    case .lostEvents: "the recording tool reports that it lost events"
    case .unfinishedFrame: "a frame whose end is not in the trace; it was left out"
    case .mainThreadOnly:
      "the trace has no render thread, so a frame ends when the main thread's work on it ends"
    case .placeholders:
      "every sample has the number that the tool writes if it measured nothing; they were left out"
    case .unknownMeasure: "an unknown measure of frames; it was left out"
    case .refreshRateChanges:
      "the display changed its refresh rate, so the run has no single refresh rate"
    }
  }
}

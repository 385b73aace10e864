extension ImportIssue {
  /// The message for a problem in a trace, as a clause: what was found, and what was done.
  ///
  /// The caller adds the position.
  public var message: String {
    var text = kind.words
    if let found { text += ": \u{201C}\(found)\u{201D}" }
    if count > 1 { text += " (\(count) times, first here)" }
    return text
  }

  /// The message for a problem in a trace with its place and severity, for people.
  public var sentence: String {
    let place = line.map { "line \($0): " } ?? ""
    return "\(place)\(message) (\(kind.severity.rawValue))"
  }
}

extension ImportIssue.Kind {
  /// What was found, and what was done.
  fileprivate var words: String {
    switch self {
    case .timeWentBack: "time goes back; the row was left out"
    case .duplicateTime: "the same time as the row above; the row was left out"
    case .shortRow: "fewer fields than the header names; the row was left out"
    case .longRow: "more fields than the header names; the rest was ignored"
    case .notANumber: "not a number; the row was left out"
    case .decimalComma: "a decimal comma; the row was left out, export with decimal points"
    case .notFinite: "not a finite number; the row was left out"
    case .outOfRange: "a number out of range; the row was left out"
    case .notPositive: "a frame time that is not above zero; the row was left out"
    case .repeatedHeader: "the header again; passed over"
    case .truncatedLine: "the last line is cut off; it was left out"
    case .longLine: "a line of over a million bytes; it was left out"
    case .lostFrames: "the time column steps further than the frame time; frames are missing here"
    case .coarseTimes:
      "the time column is coarser than the frame times; the frame times are used here"
    case .noDisplayData:
      "no row shows when a frame was displayed, so no frame counts as dropped; presents are counted"
    case .gap: "a pause of a second or more between two presents; counted as one frame"
    case .unusableRow: "a row that is no frame and no sample; it was left out"
    case .duplicateColumn: "a column named twice; the first is used"
    case .truncatedArchive: "the compressed file ends early or is damaged; what came before is used"
    case .bytesBehindArchive:
      "bytes behind the end of the compressed file that are none of it; they were not read"
    case .truncatedText: "the text ends in the middle; what came before is used"
    case .unclosedList:
      "the list of events has no end, as the format allows; whether events are missing is not known"
    case .tooMany: "more than are kept; the rest was left out"
    case .brokenReference: "a reference to a value that did not come before; the value is missing"
    case .ambiguousNumber:
      "a number whose separator could mean thousands or decimals; the value was left out"
    case .unmatchedEnd: "the end of something whose beginning is missing; it was left out"
    case .samplesOutside: "samples outside the frames' time; they count for nothing"
    case .unreadableSample: "not a number; the value was left out, the row was not"
    case .excludedFrame:
      "a frame that the platform itself says is no measure of performance; it was left out"
    case .lostBetweenDumps:
      "a dump that does not overlap the one before; frames between them are lost"
    case .contradiction: "figures that contradict each other; they are kept as they were printed"
    case .damagedPacket: "a packet that is damaged; it was left out"
    case .damagedBytes: "no packet found here; the rest is not read"
    case .oversizedPacket: "a packet of over four million bytes; it was passed over"
    case .unknownCompression: "packets in a compression that is not known here; they were not read"
    case .lostEvents: "the tool itself says that it lost events"
    case .unfinishedFrame: "a frame of which the trace has no end; it was left out"
    case .mainThreadOnly:
      "no render thread in this trace; frames end with the main thread's work on them"
    case .placeholders:
      "the same number in every sample, which the tool writes where it measured none; left out"
    case .unknownMeasure: "a measure of frames that is not known here; it was left out"
    case .refreshRateChanges: "the display changed its refresh rate; none is taken for the run"
    }
  }
}

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
  /// What was found in the trace, and how it was handled, as text.
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

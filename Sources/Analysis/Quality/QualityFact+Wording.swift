internal import Recordings
internal import Units

extension QualityFact {
  /// What was found, and what became of it: a clause in lower case without a full stop.
  var message: String {
    switch self {
    case .noFrames(let reason): "no frames: \(reason)"
    case .leftOutFrames(let count, let all, let kinds, let rate, let wider):
      "\(count) of \(all) frames are marked \(kinds.names) and do not count; "
        + (rate.map { "with them it is \($0.oneDecimal) FPS" }
          ?? "they have no times of their own in this trace")
        + "; see --frames \(wider.rawValue)"
    case .untimedFrames(let count, let all, let kinds):
      "\(count) of \(all) frames are marked \(kinds.names) and have no times of their own in this trace, so"
        + " figures leave them out; record presents, or use --frames displayed"
    case .damagedRows(let rows, let frames):
      "\(rows) rows were lost or left out beside \(frames) frames; no figure rests on the frames"
    case .doubtfulLongFrames(let rows, let frames):
      "\(rows) rows were lost or left out beside \(frames) frames, and a frame beside one lasts for two;"
        + " no figure rests on the long frames"
    case .mergedFrames(let rows, let frames, let slowest):
      "\(rows) \(rows == 1 ? "row was" : "rows were") lost or left out beside \(frames) frames, and a frame beside one may"
        + " last for two: the maximum may be such a frame, and so may "
        + (rows < slowest ? "\(rows) of the \(slowest)" : "all \(slowest)")
        + " that the 1% low is of"
    case .contradictingTimes(let rows, let frames):
      "the time column and the frame times disagree on \(rows) of \(frames) frames; the time column counts"
    case .clockStep(let step, let rest):
      "the clock steps by \(step.words) in a run of \(rest.words); no figure rests on the frames"
    case .polled(let interval, let rows):
      "nearly all of \(rows) rows come every \(interval.words): this looks like a log that was polled,"
        + " not like frames"
    case .fewFrames(let frames, let percentiles, let least):
      "\(frames) frame\(frames == 1 ? " is" : "s are") too few for the \(percentiles.ordinals), which would be the longest one;"
        + " wanted at least \(least)"
    case .lonelyPercentile(let probability, let frames):
      "of \(frames) frames not one lies beyond the \(probability.ordinal); a single frame decides it"
    case .duplicates(let rows, let frames):
      "\(rows) rows repeat the time of the row above, beside \(frames) frames; rows seem to have been"
        + " logged more often than frames were presented"
    case .pauses(let count, let share):
      "\(count) pauses of a second or more take \(share.percentage) of the time, and count as long"
        + " frames; mark the activities to leave them out"
    case .coarseClock(let tick):
      "all times are multiples of \(tick.words); no frame time is better known than that"
    case .constantFrameTimes(let frameTime, let frames):
      "all \(frames) frames took exactly \(frameTime.words); no measurement is so even"
    case .copiedSignal(let signal):
      "\(signal.words): a copy of the frame time; no figure rests on it"
    case .constantSignal(let signal, let value):
      "\(signal.words): \(value.words) on every frame; no figure rests on it"
    case .refreshRates(let rates):
      "the frames keep to \(rates.hertz) in turn; what is judged by the refresh rate is withheld"
    case .cappedFrameRate(let cap, let display):
      "the refresh rate of \(cap.hertz.shortText) Hz is inferred from the frames, and may be a cap on a display of"
        + " \(display.hertz.shortText) Hz: at \(cap.words), at \(display.words); pass --refresh-rate"
    case .emptyActivities(let names):
      "no frame lies within \(names.count == 1 ? "the activity" : "\(names.count) activities")"
        + " \(names.quoted)"
    case .sparseSamples(let role, let share):
      "\(role.words) samples cover \(share.percentage) of the frames' time"
    case .samplesElsewhere(let role):
      "no \(role.words) sample lies within the frames' time; none counts"
    case .repeatedSamples(let role, let samples, let readings):
      "\(samples) \(role.words) samples hold \(readings == 1 ? "one reading" : "\(readings) readings")"
    }
  }

  /// What stands in the place of a number that would rest on it.
  var reason: String {
    switch self {
    case .damagedRows(let rows, let frames), .doubtfulLongFrames(let rows, let frames):
      "\(rows) rows were lost or left out beside \(frames) frames"
    case .untimedFrames(let count, let all, let kinds):
      "\(count) of \(all) frames are marked \(kinds.names) and have no times of their own"
    case .clockStep(let step, _): "the clock steps by \(step.words)"
    case .copiedSignal(let signal): "\(signal.words): a copy of the frame time"
    case .constantSignal(let signal, let value): "\(signal.words): \(value.words) on every frame"
    case .refreshRates(let rates):
      "the frames keep to \(rates.hertz) in turn; pass --refresh-rate"
    case .sparseSamples(let role, let share):
      "\(role.words) samples cover \(share.percentage) of the frames' time"
    default: message
    }
  }
}

extension Withheld {
  static func tooFewFrames(_ frames: Int, for probability: Double, least: Int) -> Withheld {
    Withheld(
      "\(frames) frame\(frames == 1 ? " is" : "s are") too few for the"
        + " \(probability.ordinal); wanted at least \(least)")
  }
}

extension Nanoseconds {
  fileprivate var words: String {
    self >= .perSecond ? seconds.shortText + " s" : milliseconds.shortText + " ms"
  }
}

extension Double {
  /// The percentile of a probability: `99.9th percentile`.
  fileprivate var ordinal: String { "\((self * 100).shortText)th percentile" }

  fileprivate var oneDecimal: String { "\((self * 10).rounded() / 10)" }

  /// At most three decimals, without zeros at the end.
  fileprivate var shortText: String {
    let rounded = (self * 1000).rounded() / 1000
    return rounded == rounded.rounded() && abs(rounded) < 1e15 ? "\(Int64(rounded))" : "\(rounded)"
  }
}

extension RefreshReading {
  fileprivate var words: String {
    "\(hertz.shortText) Hz \(hitches) hitch\(hitches == 1 ? "" : "es") and \(missed.percentage) missed refreshes"
  }
}

extension [Double] {
  fileprivate var ordinals: String {
    map { ($0 * 100).shortText + "th" }.joined(separator: " and ")
      + (count == 1 ? " percentile" : " percentiles")
  }

  fileprivate var hertz: String {
    map(\.shortText).joined(separator: " and ") + " Hz"
  }
}

extension [FrameKind] {
  fileprivate var names: String { map(\.name).joined(separator: " or ") }
}

extension [String] {
  /// Up to four names.
  fileprivate var quoted: String {
    prefix(4).map { "\u{201C}\($0)\u{201D}" }.joined(separator: ", ")
      + (count > 4 ? " and \(count - 4) more" : "")
  }
}

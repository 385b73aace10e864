public import Recordings
public import Units

/// What frames mean at one refresh rate.
public struct RefreshReading: Sendable, Equatable {
  /// The refresh rate in hertz.
  public let hertz: Double
  /// Frames with ft > 1.5 v; v = 1 / refresh rate.
  public let hitches: Int
  /// Share of the refreshes that showed nothing new.
  public let missed: Double
}

/// What a check of data quality found.
public enum QualityFact: Sendable, Equatable {
  /// There are no frames, for this reason.
  case noFrames(String)
  /// Frames that `--frames` leaves out, the number of all, and the selection that counts them with the
  /// frame rate by it; `nil` if such frames have no times.
  case leftOutFrames(Int, of: Int, kinds: [FrameKind], rate: Double?, wider: FrameSelection)
  /// Selected frames without a time of their own, and the number of all frames.
  case untimedFrames(Int, of: Int, kinds: [FrameKind])
  /// Rows that were lost or left out, beside the frames that were read.
  case damagedRows(Int, frames: Int)
  /// The same, where only the long frames are in doubt.
  case doubtfulLongFrames(Int, frames: Int)
  /// Rows that were lost or left out, too few to withhold anything, beside the frames and the slowest hundredth of them.
  case mergedFrames(Int, frames: Int, slowest: Int)
  /// Rows on which the time column and the frame time disagree.
  case contradictingTimes(Int, frames: Int)
  /// A step of the clock, and the time of everything else.
  case clockStep(Nanoseconds, rest: Nanoseconds)
  /// Rows that come every so often, whatever the frames do.
  case polled(every: Nanoseconds, rows: Int)
  /// Percentiles that are the longest frame by another name, beside the frames that there are and the
  /// fewest that would do.
  case fewFrames(Int, percentiles: [Double], least: Int)
  /// A percentile that one frame decides.
  case lonelyPercentile(Double, frames: Int)
  /// Rows that repeat the time of the row before.
  case duplicates(Int, frames: Int)
  /// Pauses of a second and more, and the share of the time in them.
  case pauses(Int, share: Double)
  /// All times are multiples of this.
  case coarseClock(Nanoseconds)
  /// All frames took the same time.
  case constantFrameTimes(Nanoseconds, frames: Int)
  /// A signal that is the frame time again.
  case copiedSignal(FrameSignal)
  /// A signal that is the same on every frame.
  case constantSignal(FrameSignal, Nanoseconds)
  /// Refresh rates that parts of the run keep to, in hertz, in the order of time.
  case refreshRates([Double])
  /// A refresh rate inferred from frames that may be capped on a faster display: what both rates give.
  case cappedFrameRate(RefreshReading, display: RefreshReading)
  /// Activity markers within which there is no frame.
  case emptyActivities([String])
  /// Samples that cover only a share of the frames' time.
  case sparseSamples(Counter.Role, share: Double)
  /// Samples none of which lies within the frames' time.
  case samplesElsewhere(Counter.Role)
  /// Samples that hardly ever change.
  case repeatedSamples(Counter.Role, samples: Int, readings: Int)
}

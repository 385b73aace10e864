public import Recordings
public import Units

/// Where the hitch time of a run comes from: its causes and the unexplained part.
///
///     let causes = try RunCauses(figures)
///     causes[Cause("GPU", .stage)]  // 1.7 ms of hitch time per second
///
/// The causes and the unexplained part sum to the run's hitch time ratio.
public struct RunCauses: Sendable {
  /// How much one cause contributes to the hitch time of a run.
  public struct Share: Sendable {
    /// The part of the run's hitch time that one cause of late frames explains, in milliseconds.
    public var time = 0.0
    /// The number of the run's late frames to which one cause contributes.
    public var frames = 0
  }

  /// The hitch time and the number of late frames of each cause and of the unexplained part; causes that made no frame
  /// late are left out.
  public private(set) var shares: [Cause: Share] = [:]
  /// The median duration of each cause in the run's frames that are not late, in milliseconds.
  ///
  /// If fewer than five frames, or less than a tenth of the frames, are not late, all frames count. Their durations are
  /// then scaled down so that the median frame lasts one refresh.
  public let usualDurations: [Cause: Double]
  /// For each cause that usually occurs inside a function or section of the program, the name of that function or
  /// section.
  public let containers: [Cause: String]
  /// The mean over all late frames in milliseconds, without causes that occur in none.
  public private(set) var durationsInLateFrames: [Cause: Double] = [:]
  public let lateFrameCount: Int
  /// The number of frames in the run that metrics count.
  public let frameCount: Int
  /// The total duration of the run's frames that metrics count, above 0.
  public let duration: Nanoseconds
  /// The slowest late frames of the run, at most 500, beginning with the frame that was late by the most.
  public private(set) var slowest: [LateFrame] = []

  /// The maximum number of late frames of a run, 500, that are listed with their causes; the slowest ones are kept.
  public static let mostSlowFrames = 500

  /// Finds the causes of a run's late frames; O(frames).
  ///
  /// - Throws: why there are no frames, why long frames are not reliable, that the refresh rate is unknown or changes,
  ///   or that the trace does not contain what frames spent their time on.
  public init(_ figures: RunFigures) throws(Withheld) {
    let hertz = try figures.refreshRate()
    let frames = try CountedFrames(figures)
    guard let timeline = figures.recording.timeline.value else { throw .noFrames }
    let costs = try FrameCosts(of: timeline, frames, refreshRate: hertz)
    lateFrameCount = frames.late.count
    frameCount = frames.count
    duration = frames.duration
    usualDurations = Dictionary(zip(costs.causes, costs.typical.map { $0 / 1e6 })) { first, _ in
      first
    }
    containers = timeline.parts.map(Cause.containers) ?? [:]
    let division = LatenessDivision(costs: costs, refresh: 1e9 / hertz)
    var late: [LateFrame] = []
    for frame in frames.late {
      let spent = costs.costs(of: frame.positions)
      for cost in spent {
        let mean = cost.duration / 1e6 / Double(lateFrameCount)
        durationsInLateFrames[costs.causes[cost.cause], default: 0] += mean
      }
      let (blamed, notDisplayed) = Self.divide(frame, of: timeline, costs, division, hertz)
      late.append(
        add(frame, notDisplayed, blamed, costs, timeline, figures.recording.origin.start))
    }
    late.sort { ($1.excess, $0.time) < ($0.excess, $1.time) }
    slowest = Array(late.prefix(Self.mostSlowFrames))
  }

  /// The time by which the run's late frames were late together, in milliseconds.
  public var hitchTime: Double {
    shares.sorted { $0.key < $1.key }.reduce(0) { $0 + $1.value.time }
  }

  /// The hitch time that a cause explains per second of the run, in ms/s; 0 if the cause contributes to no late frame.
  public subscript(cause: Cause) -> Double {
    (shares[cause]?.time ?? 0) / duration.seconds
  }

  /// The shares of causes in the lateness of a frame, and the part for which dropped presents are to blame, in
  /// nanoseconds.
  ///
  /// Each dropped present, and the frame's own, is judged alone; what then remains is the time that was not displayed.
  private static func divide(
    _ frame: CountedFrames.Frame, of timeline: FrameTimeline, _ costs: FrameCosts,
    _ division: LatenessDivision, _ hertz: Double
  ) -> (blamed: [FrameCosts.Cost], notDisplayed: Double) {
    let presents = frame.presents(in: timeline)
    guard presents.count > 1 else {
      return (division.shares(of: frame.excess, among: costs.costs(of: frame.positions)), 0)
    }
    var (blamed, rest): ([FrameCosts.Cost], Double) = ([], frame.excess)
    for present in presents where Hitch.isHitch(present.time, refreshRate: hertz) {
      let own = min(Double(present.time) - division.refresh, rest)
      rest -= own
      blamed += division.shares(of: own, among: costs.costs(of: present.positions))
    }
    return (blamed, rest)
  }

  private mutating func add(
    _ frame: CountedFrames.Frame, _ notDisplayed: Double, _ blamed: [FrameCosts.Cost],
    _ costs: FrameCosts, _ timeline: FrameTimeline, _ start: Nanoseconds?
  ) -> LateFrame {
    var rest = frame.excess
    var times: [Cause: Double] = notDisplayed >= 1 ? [.notDisplayed: notDisplayed] : [:]
    for cost in blamed { times[costs.causes[cost.cause], default: 0] += cost.duration }
    var causes: [(cause: Cause, share: Double)] = []
    for (cause, time) in times.sorted(by: { $0.key < $1.key }) {
      shares[cause, default: Share()].time += time / 1e6
      shares[cause, default: Share()].frames += 1
      rest -= time
      causes.append((cause, time / 1e6))
    }
    // A remainder below a thousandth of a nanosecond comes from rounding.
    shares[.unexplained, default: Share()].time += rest < 1e-3 ? 0 : rest / 1e6
    if rest >= 1 { shares[.unexplained, default: Share()].frames += 1 }
    let presents = timeline.presents
    let first = presents[frame.positions.lowerBound]
    let last = presents[frame.positions.upperBound + 1]
    return LateFrame(
      time: last - presents[0], inTrace: start.map { $0 + first...$0 + last },
      excess: frame.excess / 1e6,
      causes: causes.sorted { ($1.share, $0.cause) < ($0.share, $1.cause) })
  }
}

extension RunCauses {
  /// A copy of the run's causes of late frames in which all causes except the given ones are added up as one cause.
  ///
  /// What is not explained always stays.
  public func folded(keeping kept: Set<Cause>) -> RunCauses {
    var folded = self
    folded.shares = [:]
    // In order, so that sums do not depend on the order of a dictionary.
    for (cause, share) in shares.sorted(by: { $0.key < $1.key }) {
      let target = kept.contains(cause) || cause == .unexplained ? cause : .rest
      folded.shares[target, default: Share()].time += share.time
      folded.shares[target, default: Share()].frames += share.frames
    }
    return folded
  }
}

extension Recording {
  /// A smaller copy of the recording that keeps the measured durations of functions, and of other parts of the work on
  /// a frame, only for late frames.
  ///
  /// One usual duration per part replaces all other durations.
  ///
  /// If the refresh rate is unknown, or if the frames are not reliable, all frames keep their parts. O(frames).
  public func limitedToLateFrames(_ settings: ParameterSettings) -> Recording {
    guard var timeline = timeline.value, let parts = timeline.parts, parts.typical == nil else {
      return self
    }
    let figures = RunFigures(self, Parameters(for: self, settings: settings))
    guard let hertz = try? figures.refreshRate(),
      let frames = try? CountedFrames(figures)
    else { return self }
    let typical = UsualCosts(frames, hertz, timeline).typical(of: parts)
      .map { Nanoseconds($0.rounded()) }
    let late = Set(frames.late.flatMap(\.positions))
    var limited = self
    timeline.parts = parts.limited(toFrames: late.contains, typical: typical)
    limited.timeline = .known(timeline)
    return limited
  }
}

/// The counted frames of a run, divided into late frames and frames in time.
struct CountedFrames {
  struct Frame {
    /// The frames of the timeline that it spans; several if frames that do not count precede it.
    let positions: ClosedRange<Int>
    /// How much longer than one refresh it lasted, in nanoseconds, as far as it was late.
    let excess: Double

    /// The presents that the frame's time consists of: those of dropped frames, then its own, each with its frames and its
    /// duration.
    ///
    /// The presents of generated frames belong to the next one.
    func presents(in timeline: FrameTimeline) -> [(positions: ClosedRange<Int>, time: Nanoseconds)]
    {
      let kinds = timeline.kinds
      var presents: [(positions: ClosedRange<Int>, time: Nanoseconds)] = []
      var start = positions.lowerBound
      for position in positions
      where kinds?[position] == .dropped || position == positions.upperBound {
        let time = timeline.presents[position + 1] - timeline.presents[start]
        presents.append((start...position, time))
        start = position + 1
      }
      return presents
    }
  }

  private(set) var late: [Frame] = []
  private(set) var inTime: [Int] = []
  private(set) var duration: Nanoseconds = 0

  /// Divides the counted frames of a run; O(frames).
  init(_ figures: RunFigures) throws(Withheld) {
    let lateness = try Lateness(figures)
    _ = try figures.framesWithLongOnes()
    guard let timeline = figures.recording.timeline.value, let activities = figures.activities
    else { throw .noFrames }
    for presents in activities.presents {
      var last: Int?
      timeline.forEachFrame(among: presents, figures.parameters.frames) { position, frameTime in
        let start = last.map { $0 + 1 } ?? position
        last = position
        duration += frameTime
        if let excess = lateness.of(position, lasting: frameTime) {
          late.append(Frame(positions: start...position, excess: excess))
        } else {
          inTime.append(position)
        }
      }
    }
  }

  var count: Int { late.count + inTime.count }

  /// Whether there are enough frames in time, at least five and a tenth of all, to show usual durations.
  var showUsualWork: Bool { inTime.count >= 5 && inTime.count * 10 >= count }
}

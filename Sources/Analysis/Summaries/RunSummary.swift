public import Recordings
public import Units

/// The results of one run: for every metric the value, or the reason why there is none.
///
///     let summary = RunSummary(of: recording)
///     summary["fps.avg"]?.value
///
/// A class, because tables of 100,000 runs would copy its many parts one by one.
public final class RunSummary: Sendable {
  /// The name of the run; by default, the name of the file or other source of its trace.
  public let name: String
  /// The origin of the run's recording: file, format and dialect (version of the format).
  public let origin: Recording.Origin
  public let parameters: Parameters
  /// The values of the run's metrics, in the order of the metric catalog.
  public let values: MetricValues
  /// The number of the run's frames of each kind, such as dropped; kinds without frames are left out.
  public let frameCounts: [(kind: FrameKind, count: Int)]
  public let issues: [ImportIssue]
  /// The problems that quality checks found in the run's data.
  ///
  /// Empty if the values were known already.
  public let quality: DataQuality
  /// The metadata of the run, such as labels, device and commit.
  public let description: RunDescription
  /// The CPU time of the run, split by thread; `nil` if unknown.
  public let threads: ThreadProfile?
  /// How much of the run's time is within activities, the marked intervals in which frames count; `nil` if the run has
  /// no activity with a frame.
  ///
  /// Also `nil` for a segment, and for a run of which only stored values were read.
  public let activityTime: ActivityTime?
  /// The longest time without a new frame on the display; `nil` if unknown, as for a run whose values come from a
  /// store.
  public let longestFreeze: LongestFreeze?
  /// The metrics of each segment of the run, such as a lap or a phase; `nil` if the caller did not request segments.
  public let segments: [SegmentSummary]?
  /// The counted frames and the counters of the run over time, for charts; `nil` if the caller did not request them.
  ///
  /// Also `nil` if no frame counts, or if a quality check found that the frames are not reliable.
  public let profile: RunProfile?
  /// The causes of the run's late frames, or the reason why they are unknown; `nil` if the caller did not request
  /// causes.
  public let causes: Known<RunCauses>?

  /// Computes every metric of a run; O(frames).
  ///
  /// - Parameters:
  ///   - recording: the run.
  ///   - name: the run's name within its stage; by default the name of the source.
  ///   - settings: the parameters that options or a suite set.
  ///   - catalog: the metrics, to which those of the run are added.
  ///   - needs: what is computed besides the values.
  public convenience init(
    of recording: Recording, name: String? = nil,
    settings: ParameterSettings = ParameterSettings(), catalog: [Metric] = Metric.all,
    needs: RunNeeds = RunNeeds()
  ) {
    let figures = RunFigures(recording, settings: settings)
    let values = figures.values(of: catalog)
    self.init(
      of: recording, name: name, parameters: figures.parameters, values: values,
      quality: figures.quality,
      threads: try? figures.threadProfile(), activityTime: ActivityTime(figures),
      longestFreeze: try? LongestFreeze(figures),
      segments: needs.segments
        ? SegmentSummary.segments(of: recording, figures.parameters, metrics: values.map(\.metric))
        : nil,
      profile: needs.charts ? try? RunProfile(figures) : nil,
      causes: needs.causes
        ? Known { () throws(Withheld) in try RunCauses(figures) } : nil)
  }

  /// Creates the results of a run from values that are already known, such as those in a store, as pairs of metric and
  /// value.
  public convenience init(
    of recording: Recording, name: String? = nil, parameters: Parameters,
    values: [(metric: Metric, value: MetricValue)], quality: DataQuality = .unexamined,
    profile: RunProfile? = nil
  ) {
    self.init(
      of: recording, name: name, parameters: parameters, values: MetricValues(values),
      quality: quality, profile: profile)
  }

  /// Creates the results of a run from values that are already known, such as those in a store.
  ///
  /// - Parameters:
  ///   - recording: the run.
  ///   - name: the run's name within its stage; by default the name of the source.
  ///   - parameters: the parameters of the values.
  ///   - values: in the order of the catalog.
  public convenience init(
    of recording: Recording, name: String? = nil, parameters: Parameters,
    values: MetricValues, quality: DataQuality = .unexamined, threads: ThreadProfile? = nil,
    activityTime: ActivityTime? = nil, longestFreeze: LongestFreeze? = nil,
    segments: [SegmentSummary]? = nil, profile: RunProfile? = nil,
    causes: Known<RunCauses>? = nil
  ) {
    self.init(
      name: name ?? recording.origin.source, origin: recording.origin, parameters: parameters,
      description: recording.description, values: values,
      frameCounts: recording.timeline.value?.frameCounts ?? recording.unplacedFrameCounts,
      issues: recording.issues, quality: quality, threads: threads, activityTime: activityTime,
      longestFreeze: longestFreeze, segments: segments, profile: profile, causes: causes)
  }

  private init(
    name: String, origin: Recording.Origin, parameters: Parameters, description: RunDescription,
    values: MetricValues, frameCounts: [(kind: FrameKind, count: Int)] = [],
    issues: [ImportIssue] = [], quality: DataQuality = .unexamined, threads: ThreadProfile? = nil,
    activityTime: ActivityTime? = nil, longestFreeze: LongestFreeze? = nil,
    segments: [SegmentSummary]? = nil, profile: RunProfile? = nil,
    causes: Known<RunCauses>? = nil
  ) {
    self.name = name
    self.origin = origin
    self.parameters = parameters
    self.description = description
    self.values = values
    self.frameCounts = frameCounts
    self.issues = issues
    self.quality = quality
    self.threads = threads
    self.activityTime = activityTime
    self.longestFreeze = longestFreeze
    self.segments = segments
    self.profile = profile
    self.causes = causes
  }

  private func replacing(
    values: MetricValues, profile: RunProfile?, causes: Known<RunCauses>?
  ) -> RunSummary {
    RunSummary(
      name: name, origin: origin, parameters: parameters, description: description, values: values,
      frameCounts: frameCounts, issues: issues, quality: quality, threads: threads,
      activityTime: activityTime, longestFreeze: longestFreeze, segments: segments,
      profile: profile, causes: causes)
  }

  /// The results of a segment of this run, with the run's name, parameters and metadata.
  ///
  /// Findings about the data are those of the whole run, and are not repeated.
  func results(of segment: SegmentSummary) -> RunSummary {
    RunSummary(
      name: name, origin: origin, parameters: parameters, description: description,
      values: MetricValues(segment.values))
  }

  /// Without the data for charts, which take most of the memory.
  public func withoutProfile() -> RunSummary {
    replacing(values: values, profile: nil, causes: causes)
  }

  /// With the hitch time of each row as a value, and with the small causes added up.
  func divided(into rows: CauseRows) -> RunSummary {
    let folded = causes?.map { $0.folded(keeping: rows.kept) }
    var known = causes?.value == nil ? [] : Array(values)
    if let folded {
      for (metric, cause) in zip(rows.metrics.suffix(rows.causes.count), rows.causes) {
        known.append((metric, MetricValue(folded.map { $0[cause] }, basis: .measured)))
      }
    }
    return replacing(values: MetricValues(known), profile: profile, causes: folded)
  }

  /// The severity of the worst problem in the run's trace or data; `nil` if no problem was found.
  public var worstFlaw: ImportIssue.Severity? {
    (issues.map(\.kind.severity) + quality.findings.map(\.severity)).max()
  }

  /// The run's value of a metric; `nil` if there is none.
  public subscript(id: Metric.ID) -> MetricValue? { values[id] }
}

/// What a command needs of each run besides the values of its metrics.
///
///     RunSummary(of: recording, needs: RunNeeds(charts: true, segments: true))
public struct RunNeeds: Sendable, Equatable {
  public var charts: Bool
  public var segments: Bool
  /// The causes of its late frames.
  public var causes: Bool
  /// Its CPU time by thread, for which the frames of a stored run are decoded if it has any.
  public var threads: Bool
  /// The number of stored runs whose data is examined for problems, the ones ingested last; it takes their frames.
  public var examined: Int

  public init(
    charts: Bool = false, segments: Bool = false, causes: Bool = false, threads: Bool = false,
    examined: Int = 0
  ) {
    self.charts = charts
    self.segments = segments
    self.causes = causes
    self.threads = threads
    self.examined = examined
  }
}

extension Recording {
  fileprivate var unplacedFrameCounts: [(kind: FrameKind, count: Int)] {
    unplacedFrameCount > 0 ? [(.displayed, unplacedFrameCount)] : []
  }
}

extension FrameTimeline {
  /// The number of frames per kind, with or without a time.
  fileprivate var frameCounts: [(kind: FrameKind, count: Int)] {
    var placed = [Int](repeating: 0, count: FrameKind.allCases.count)
    if let kinds {
      for kind in kinds { placed[Int(kind.rawValue)] += 1 }
    } else {
      placed[Int(FrameKind.displayed.rawValue)] = frameCount
    }
    return FrameKind.allCases.filter { $0 != .idle }.compactMap { kind in
      let count = placed[Int(kind.rawValue)] + unplaced[kind, default: 0]
      return count > 0 ? (kind, count) : nil
    }
  }
}

/// How much of a run's time is within its activities, the intervals (such as scrolls) in which frames count: those that
/// are marked, without the times in which the trace shows that no frame was requested.
public struct ActivityTime: Sendable, Equatable {
  /// The number of the run's activities, the marked intervals in which frames count; at least 1.
  ///
  /// Overlapping activities count as one. Activities without a frame do not count.
  public let stretches: Int
  /// The time within the run's activities: the sum, over the activities, of the time from the first present to the
  /// last.
  public let active: Nanoseconds
  /// The time of the run outside of its activities, the marked intervals in which frames count; this time counts as
  /// neither smooth nor janky.
  public let idle: Nanoseconds

  /// Whether markers bound the activities, and not only idle times.
  public let isMarked: Bool

  private init(stretches: Int, active: Nanoseconds, idle: Nanoseconds, isMarked: Bool) {
    self.isMarked = isMarked
    self.stretches = stretches
    self.active = active
    self.idle = idle
  }

  /// The sum for two runs; `nil` if it overflows.
  func joined(with other: ActivityTime) -> ActivityTime? {
    let (active, isTooLong) = active.addingReportingOverflow(other.active)
    let (idle, isTooIdle) = idle.addingReportingOverflow(other.idle)
    guard !isTooLong, !isTooIdle else { return nil }
    return ActivityTime(
      stretches: stretches + other.stretches, active: active, idle: idle,
      isMarked: isMarked || other.isMarked)
  }

  /// `nil` for a run without activities and idle times, or if no activity has a frame.
  init?(_ figures: RunFigures) {
    isMarked = figures.recording.markers.contains(where: \.isActivity)
    guard let timeline = figures.recording.timeline.value,
      isMarked || timeline.kinds?.contains(.idle) ?? false,
      let first = timeline.presents.first, let last = timeline.presents.last
    else { return nil }
    let spans = Activities(figures.recording.markers, timeline: timeline).spans
    let (whole, isTooLong) = last.subtractingReportingOverflow(first)
    guard !spans.isEmpty, !isTooLong else { return nil }
    stretches = spans.count
    active = spans.reduce(0) { $0 + ($1.upperBound - $1.lowerBound) }
    idle = whole - active
  }
}

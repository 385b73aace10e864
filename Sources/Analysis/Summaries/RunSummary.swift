public import Recordings

/// What one run means: every metric's value, or why it has none.
public struct RunSummary: Sendable {
  /// The run's name within its stage, or the source's name.
  public let name: String
  /// Where the run came from.
  public let origin: Recording.Origin
  /// What the metrics were computed with.
  public let parameters: Parameters
  /// The values, in the order of the catalogue.
  public let values: MetricValues
  /// How many frames of each kind the trace lists, in the order of `FrameKind`; kinds without frames are
  /// left out.
  public let frameCounts: [(kind: FrameKind, count: Int)]
  /// What was wrong in the trace.
  public let issues: [ImportIssue]
  /// What is wrong with the data that the values would rest on; nothing of a run whose values were known
  /// already.
  public let quality: DataQuality
  /// What the run is known of beside its measurements.
  public let description: RunDescription
  /// How its CPU time is shared among threads; `nil` where that is not known.
  public private(set) var threads: ThreadProfile?
  /// How much of the run its activities are; `nil` of a run without.
  public private(set) var activityTime: ActivityTime?
  /// The run by its segments; `nil` when nobody asked.
  public private(set) var segments: [SegmentSummary]?
  /// What the run looked like; `nil` when nobody asked, or it has no frames.
  public private(set) var profile: RunProfile?

  /// Computes every metric of a run; O(frames).
  ///
  /// - Parameters:
  ///   - recording: the run.
  ///   - name: the run's name within its stage; the source's name when not given.
  ///   - settings: what was asked of the parameters.
  ///   - catalogue: the metrics; those of the run itself are added.
  ///   - keepsProfile: whether to keep what charts are drawn from.
  ///   - keepsSegments: whether to compute the metrics of every segment as well.
  public init(
    of recording: Recording, name: String? = nil,
    settings: ParameterSettings = ParameterSettings(), catalogue: [Metric] = Metric.all,
    keepsProfile: Bool = false, keepsSegments: Bool = false
  ) {
    let frames = SelectedFrames.of(recording, selection: settings.frameSelection)
    let parameters = Parameters(for: recording, settings: settings) { frames }
    let figures = RunFigures(recording, parameters, frames)
    let metrics = Metric.catalogue(for: [recording], startingFrom: catalogue)
    self.init(
      of: recording, name: name, parameters: parameters,
      values: MetricValues(of: metrics, metrics.map(figures.value)), quality: figures.quality,
      profile: keepsProfile ? try? RunProfile(figures) : nil)
    activityTime = ActivityTime(figures)
    threads = try? figures.threadProfile()
    if keepsSegments {
      segments = SegmentSummary.segments(of: recording, parameters, metrics: metrics)
    }
  }

  /// Takes values that are already known, such as those a store kept, one by one; see below.
  ///
  /// - Parameters:
  ///   - recording: the run.
  ///   - name: the run's name within its stage; the source's name when not given.
  ///   - parameters: what the values were computed with.
  ///   - values: in the order of the catalogue.
  ///   - quality: what is wrong with the data.
  ///   - profile: what the run looked like, where charts are to be drawn of it.
  public init(
    of recording: Recording, name: String? = nil, parameters: Parameters,
    values: [(metric: Metric, value: MetricValue)], quality: DataQuality = .unexamined,
    profile: RunProfile? = nil
  ) {
    self.init(
      of: recording, name: name, parameters: parameters, values: MetricValues(values),
      quality: quality, profile: profile)
  }

  /// Takes values that are already known, with their metrics.
  ///
  /// - Parameters:
  ///   - recording: the run.
  ///   - name: the run's name within its stage; the source's name when not given.
  ///   - parameters: what the values were computed with.
  ///   - values: in the order of the catalogue.
  ///   - quality: what is wrong with the data.
  ///   - profile: what the run looked like, where charts are to be drawn of it.
  public init(
    of recording: Recording, name: String? = nil, parameters: Parameters,
    values: MetricValues, quality: DataQuality = .unexamined,
    profile: RunProfile? = nil
  ) {
    self.name = name ?? recording.origin.source
    origin = recording.origin
    self.parameters = parameters
    self.values = values
    frameCounts = recording.timeline.value?.frameCounts ?? recording.unplacedFrameCounts
    issues = recording.issues
    self.quality = quality
    description = recording.description
    self.profile = profile
  }

  /// How bad the worst thing about its data is; `nil` where nothing is wrong.
  public var worstFlaw: ImportIssue.Severity? {
    (issues.map(\.kind.severity) + quality.findings.map(\.severity)).max()
  }

  /// The same without what charts are drawn from, which is most of what is kept.
  public var withoutProfile: RunSummary {
    var summary = self
    summary.profile = nil
    return summary
  }

  /// The value of a metric, or `nil` when the catalogue had no such metric.
  ///
  /// - Parameter id: the metric's id.
  public subscript(id: Metric.ID) -> MetricValue? {
    values[id]
  }
}

extension Recording {
  fileprivate var unplacedFrameCounts: [(kind: FrameKind, count: Int)] {
    unplacedFrameCount > 0 ? [(.displayed, unplacedFrameCount)] : []
  }
}

extension FrameTimeline {
  /// The frames of each kind, placed in time or not.
  fileprivate var frameCounts: [(kind: FrameKind, count: Int)] {
    var placed = [Int](repeating: 0, count: FrameKind.allCases.count)
    if let kinds {
      for kind in kinds { placed[Int(kind.rawValue)] += 1 }
    } else {
      placed[Int(FrameKind.displayed.rawValue)] = frameCount
    }
    return FrameKind.allCases.compactMap { kind in
      let count = placed[Int(kind.rawValue)] + unplaced[kind, default: 0]
      return count > 0 ? (kind, count) : nil
    }
  }
}

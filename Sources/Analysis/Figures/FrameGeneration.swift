internal import Recordings
internal import Statistics
internal import Units

/// The generated frames of a run, and how evenly they are shown between those of the application.
struct FrameGeneration {
  /// The number of displayed frames of the application, at least 1.
  private let application: Int
  /// The number of generated frames, at least 1.
  private let generated: Int
  /// Why it is unknown which frames are generated, or when; `nil` if both are known.
  private let untimed: Withheld?
  /// The sums over the groups of frames: of the groups' durations, and of the distances of the
  /// frames from an even share.
  private var (total, uneven) = (CompensatedSum(), CompensatedSum())

  /// Counts the frames within the activities; O(frames).
  ///
  /// - Throws: that there are no generated frames, or that their activity is unknown.
  init(_ figures: RunFigures) throws(Withheld) {
    _ = try figures.frames()
    guard let timeline = figures.recording.timeline.value, let activities = figures.activities
    else { throw .noFrames }
    let unplaced = timeline.unplaced[.generated, default: 0]
    guard unplaced == 0 || activities.frameCount == timeline.frameCount else {
      throw .unplacedGeneratedFrames
    }
    guard unplaced > 0 || timeline.kinds?.contains(.generated) ?? false else {
      guard try figures.presentPairs() != nil else { throw .noGeneratedFrames }
      (application, generated, untimed) = (1, 1, .unmarkedGeneratedFrames)
      return
    }
    untimed = unplaced > 0 ? .untimedGeneratedFrames : nil
    var (application, generated) = (0, unplaced)
    var groups = FrameGroups()
    for presents in activities.presents {
      let first = presents.lowerBound
      groups.open(afterApplication: first == 0 || timeline.kinds?[first - 1] == .displayed)
      timeline.forEachFrame(among: presents, .all) { frame, frameTime in
        let kind = timeline.kinds?[frame] ?? .displayed
        if kind == .displayed { application += 1 }
        if kind == .generated { generated += 1 }
        groups.add(frameTime, kind)
      }
    }
    guard generated > 0 else { throw .noGeneratedFrames }
    guard application > 0 else { throw .noSelectedFrames }
    (self.application, self.generated) = (application, generated)
    (total, uneven) = (groups.total, groups.uneven)
  }

  /// Displayed frames per frame of the application, above 1.
  var factor: Double { Double(application + generated) / Double(application) }

  /// The mean distance of displayed frames from an even share, as a fraction of their time.
  ///
  /// - Throws: that the times of generated frames are unknown.
  func unevenness() throws(Withheld) -> Double {
    if let untimed { throw untimed }
    guard total.value > 0 else { throw .untimedGeneratedFrames }
    return uneven.value / total.value
  }
}

/// Groups the displayed frames between two frames of the application.
private struct FrameGroups {
  private(set) var (total, uneven) = (CompensatedSum(), CompensatedSum())
  private var durations: [Double] = []
  /// The time since the last displayed frame, in nanoseconds.
  private var pending = 0.0
  /// Whether the group began after a frame of the application.
  private var isWhole = true

  /// Begins again after a pause.
  mutating func open(afterApplication: Bool) {
    durations.removeAll(keepingCapacity: true)
    pending = 0
    isWhole = afterApplication
  }

  /// Adds the next frame.
  ///
  /// The time of dropped and repeated frames belongs to the next frame that is displayed.
  mutating func add(_ frameTime: Nanoseconds, _ kind: FrameKind) {
    pending += Double(frameTime)
    guard kind == .displayed || kind == .generated else { return }
    durations.append(pending)
    pending = 0
    if kind == .displayed { close() }
  }

  private mutating func close() {
    defer {
      durations.removeAll(keepingCapacity: true)
      isWhole = true
    }
    guard isWhole, durations.count > 1 else { return }
    let whole = durations.reduce(0, +)
    let share = whole / Double(durations.count)
    total.add(whole)
    for duration in durations { uneven.add(abs(duration - share)) }
  }
}

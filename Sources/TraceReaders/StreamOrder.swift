internal import Recordings
internal import Units

// Which of several streams of frames is the subject of a measurement.

/// What drew the frames of a stream, the likeliest subject of a measurement first.
package enum StreamRole {
  /// A program or a page.
  case application
  /// What is around programs and pages: the window of the browser, the system's own windows, overlays.
  case surroundings
  /// The compositor, whose frames contain those of all others.
  case compositor

  /// Recognizes the role of a stream by the program at the beginning of its name.
  package init(ofStream name: String?) {
    let words = (name ?? "").lowercased().split { " /#".contains($0) }
    let program = words.first.map(String.init) ?? ""
    if Self.compositors.contains(program) {
      self = .compositor
    } else if Self.programs.contains(program)
      || Self.parts.contains(where: { part in words.contains { $0.contains(part) } })
    {
      self = .surroundings
    } else {
      self = .application
    }
  }

  private static let compositors: Set = ["dwm.exe", "surfaceflinger"]

  private static let programs: Set = [
    "explorer.exe", "applicationframehost.exe", "shellexperiencehost.exe",
    "startmenuexperiencehost.exe", "searchhost.exe", "textinputhost.exe", "lockapp.exe",
    "gamebar.exe", "steamwebhelper.exe", "gameoverlayui.exe", "gameoverlayui64.exe",
    "rtss.exe", "com.android.systemui", "system_server", "browser", "gpu",
  ]

  /// Parts of the names of Android's own windows and packages.
  private static let parts = [
    "statusbar", "notificationshade", "navigationbar", "inputmethod", "screendecor",
    "volumedialog", "launcher",
  ]
}

extension [TraceRun] {
  /// The runs, the one that the user most likely meant first: of an application, with frames over most of the time,
  /// with the most frames.
  ///
  /// The iterations of a benchmark, and runs without frames, keep the order of the file behind the runs with frames.
  var likeliestFirst: [TraceRun] {
    guard count > 1 else { return self }
    let longest = map(\.recording.coveredTime).max() ?? 0
    let keys = map { StreamKey($0, longest: longest) }
    let order = indices.sorted { left, right in
      keys[left] == keys[right] ? left < right : keys[left] < keys[right]
    }
    return order.map { self[$0] }
  }
}

/// What decides the place of a run among those of its file.
private struct StreamKey: Comparable {
  /// The rank of the role, whether the frames cover little time, and the numbers of frames; the lower, the likelier.
  private let ranks: (role: Int, isBrief: Int, frames: Int, unplacedFrames: Int)

  /// A program with fewer frames, or with frames for a tenth of the time only, was merely open.
  private static let leastFrames = 10

  init(_ run: TraceRun, longest: Nanoseconds) {
    let covered = run.recording.coveredTime
    ranks = (
      Self.rank(run, isFleeting: run.frameCount < Self.leastFrames || covered < longest / 10),
      covered < longest / 2 ? 1 : 0, -run.frameCount, -run.recording.unplacedFrameCount
    )
  }

  private static func rank(_ run: TraceRun, isFleeting: Bool) -> Int {
    let hasFrames = run.frameCount >= 0 && run.recording.origin.iteration == nil
    let named = hasFrames ? StreamRole(ofStream: run.recording.origin.stream) : .application
    switch run.role ?? named {
    case .application: return run.role == nil && isFleeting ? 3 : 0
    case .surroundings: return isFleeting ? 3 : 1
    case .compositor: return run.role == nil ? 2 : 4
    }
  }

  static func == (left: Self, right: Self) -> Bool { left.ranks == right.ranks }
  static func < (left: Self, right: Self) -> Bool { left.ranks < right.ranks }
}

extension Recording {
  /// The longest frame that counts as movement; a window that changes once a second covers no time.
  private static let longestMovement = 250 * Nanoseconds.perMillisecond

  /// The time in which the frames show movement, without idle times and freezes; O(frames).
  fileprivate var coveredTime: Nanoseconds {
    guard let timeline = timeline.value else { return 0 }
    var sum: Nanoseconds = 0
    for frame in 0..<timeline.frameCount where timeline.kinds?[frame] != .idle {
      let frameTime = timeline.presents[frame + 1] - timeline.presents[frame]
      if frameTime <= Self.longestMovement { sum += frameTime }
    }
    return sum
  }
}

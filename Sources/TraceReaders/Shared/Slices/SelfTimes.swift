internal import Decoding
internal import Recordings
internal import Units

/// Computes the parts of frames (time per function or wait) from the self times of slices and the waits of threads.
struct SelfTimes {
  /// The problems found in the slices of the trace.
  var issues = IssueLog()

  /// For each part of frames that is usually within another part, this other part.
  var containers: [UInt16: UInt16] = [:]

  private let parts: [FrameParts.Part]
  /// Sorted intervals without overlaps, by process: one list for the slices of each thread, and one for its waits.
  private var lists: [Int64: [[ThreadSlices.Interval]]] = [:]
  /// The remaining number of steps through intervals, which bounds the processor time for many runs with long frames.
  var steps = 1 << 26

  /// The shortest time of a part in a frame that is stored; shorter times are left out.
  private static let shortest: Nanoseconds = 100_000

  init(parts: [FrameParts.Part] = []) { self.parts = parts }

  mutating func add(_ intervals: [ThreadSlices.Interval], of process: Int64) {
    if !intervals.isEmpty { lists[process, default: []].append(intervals) }
  }

  /// The time of each part, such as a slice or a wait, in each frame of a process; O(frames · log n + n).
  ///
  /// `nil` if the process has no slices and waits during the frames.
  mutating func parts(ofProcess process: Int64, in windows: FrameWindows) -> FrameParts? {
    guard let lists = lists[process] else { return nil }
    var builder = FrameParts.Builder()
    var sums = PartSums(count: parts.count)
    for frame in 0..<windows.count {
      guard steps > 0 else {
        issues.note(.tooMany, line: nil, found: "trace slices that overlap with frames")
        break
      }
      let window = windows[frame]
      for list in lists { steps -= sums.add(list, within: window) }
      sums.empty { part, time in
        if time >= Self.shortest { builder.add(time, to: parts[part], ofFrame: frame) }
      }
    }
    for (part, container) in containers {
      builder.put(parts[Int(part)], within: parts[Int(container)].name)
    }
    return builder.finish()
  }
}

/// The sums of the times of each part in one frame.
private struct PartSums {
  private var sums: [Nanoseconds]
  /// The parts that have a time in the current frame, in the order of their first times.
  private var touched: [Int] = []

  init(count: Int) { sums = Array(repeating: 0, count: count) }

  /// Adds the parts of a thread's intervals that are within a frame's window; O(log n + intervals).
  ///
  /// - Returns: the number of steps through intervals, at least 1.
  mutating func add(
    _ intervals: [ThreadSlices.Interval], within window: Range<Nanoseconds>
  ) -> Int {
    var index = intervals.partitioningIndex { $0.end > window.lowerBound }
    let first = index
    while index < intervals.count, intervals[index].start < window.upperBound {
      let interval = intervals[index]
      let start = max(interval.start, window.lowerBound)
      let part = Int(interval.part)
      if sums[part] == 0 { touched.append(part) }
      sums[part] += min(interval.end, window.upperBound) - start
      index += 1
    }
    return index - first + 1
  }

  /// Calls a function with each part and its time in the frame, and resets the times.
  mutating func empty(_ visit: (Int, Nanoseconds) -> Void) {
    for part in touched {
      visit(part, sums[part])
      sums[part] = 0
    }
    touched.removeAll(keepingCapacity: true)
  }
}

/// The time window of each frame on the clock of the trace.
///
/// The window of a frame begins at the previous present, or at the beginning of the work on the frame if that is
/// earlier. The window ends at the present of the frame. Windows overlap if the work on a frame begins before the
/// previous frame is displayed.
struct FrameWindows {
  private let presents: NumberColumn<Nanoseconds>
  private let origin: Nanoseconds
  private let begins: OptionalColumn

  /// The maximum number of presents between the beginning of the work on a frame and its own present.
  private static let longestPipeline = 4

  /// Creates the time windows of a run's frames; O(1).
  ///
  /// - Parameters:
  ///   - origin: the reading of the trace's clock at present 0.
  ///   - begins: the beginning of the work on each frame, on the trace's clock.
  init(_ timeline: FrameTimeline, origin: Nanoseconds, begins: OptionalColumn) {
    presents = timeline.presents
    self.origin = origin
    self.begins = begins
  }

  var count: Int { presents.count - 1 }

  /// The time window of a frame, on the clock of the trace.
  subscript(frame: Int) -> Range<Nanoseconds> {
    let first = frame + 1 - Self.longestPipeline
    let earliest = first < 0 ? Nanoseconds.min : presents[first] + origin
    let begin = frame < begins.count ? begins[frame] : nil
    let start = min(presents[frame] + origin, max(begin ?? .max, earliest))
    return start..<presents[frame + 1] + origin
  }
}

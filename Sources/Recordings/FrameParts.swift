public import Units

/// The parts of the work on each frame of a run, such as functions and waits, with the duration of each part.
///
///     var builder = FrameParts.Builder()
///     builder.add(4_000_000, to: FrameParts.Part("onBind", .slice), ofFrame: 12)
///     builder.finish().entries(ofFrame: 12).map(\.duration)  // [4_000_000]
///
/// `hitchmark why` divides the lateness of late frames among these parts. The store keeps the parts of late frames
/// only, and the typical durations of all other frames.
public struct FrameParts: Sendable, Equatable {
  /// A part of the work on a frame, such as a function or a wait, with its name.
  public struct Part: Sendable, Hashable {
    /// The name of the part of a frame's work without numbers and addresses, such as `RecyclerView onBind`.
    public let name: String
    /// Whether the part of a frame's work is a step in the frame's pipeline, a function or a wait.
    public let kind: Kind

    public init(_ name: String, _ kind: Kind) {
      self.name = name
      self.kind = kind
    }
  }

  /// Whether a part of a frame's work is a step in the frame's pipeline, a function or a wait.
  public enum Kind: String, Sendable, CaseIterable {
    /// A stage that frames pass one after the other, such as the time until the compositor draws.
    case stage
    /// A function or section of the program: the time in it without the parts that it contains.
    case slice
    case wait
  }

  /// How long one part of the work, such as a function, took in one frame.
  public struct Entry: Sendable, Equatable, BitwiseCopyable {
    /// The index, from 0, of the frame in the run's timeline.
    public let frame: Int32
    /// The index of the part in the list of all parts of the work on frames.
    public let part: UInt16
    /// How long the part of the work on this frame took, in nanoseconds, above 0.
    public let duration: Nanoseconds

    public init(frame: Int32, part: UInt16, duration: Nanoseconds) {
      self.frame = frame
      self.part = part
      self.duration = duration
    }
  }

  /// A list of all functions, waits and other parts of the work on frames, each of which appears once.
  public let parts: [Part]

  /// The duration of each part of the work on each frame, sorted by frame and then by part.
  public let entries: NumberColumn<Entry>

  /// For each part of the work on frames, the calling function or enclosing section in which it took the most time;
  /// `nil` if none is known.
  public let containers: [String?]

  /// The median duration of each part of the work in frames that were not late; `nil` if the parts' durations in all
  /// frames are stored, which give the medians.
  public let typical: [Nanoseconds]?

  /// Creates a list of how long each part of the work, such as a function, took in each frame; the durations are sorted
  /// by frame and then by part.
  ///
  /// - Parameter containers: one per part; `nil` if no part has a container.
  /// - Returns: `nil` if an entry has no part, a negative frame or no duration above 0, or if the entries are not in
  ///   order. Also `nil` if a part is repeated, or if there is not one container and one typical duration of at least 0
  ///   per part.
  public init?(
    parts: [Part], containers: [String?]? = nil, entries: NumberColumn<Entry>,
    typical: [Nanoseconds]? = nil
  ) {
    let areSorted = zip(entries, entries.dropFirst()).allSatisfy {
      ($0.frame, $0.part) < ($1.frame, $1.part)
    }
    let areSound = entries.allSatisfy {
      $0.frame >= 0 && Int($0.part) < parts.count && $0.duration > 0
    }
    guard areSorted, areSound, Set(parts).count == parts.count,
      typical.map({ $0.count == parts.count && $0.allSatisfy { $0 >= 0 } }) ?? true,
      containers.map({ $0.count == parts.count }) ?? true
    else { return nil }
    self.parts = parts
    self.containers = containers ?? parts.map { _ in nil }
    self.entries = entries
    self.typical = typical
  }

  /// The parts of the work on one frame with their durations, found by a binary search for the number of the frame.
  public func entries(ofFrame frame: Int) -> NumberColumn<Entry>.SubSequence {
    let start = entries.partitioningIndex { $0.frame >= frame }
    let end = entries.partitioningIndex { $0.frame > frame }
    return entries[start..<end]
  }

  /// A copy of these parts of the work on frames that has only the durations in selected frames, and the median
  /// durations in frames that were not late.
  ///
  /// `nil` unless there is one median duration of at least 0 per part. O(number of durations).
  public func limited(toFrames isKept: (Int) -> Bool, typical: [Nanoseconds]) -> FrameParts? {
    var kept: NumberColumn<Entry> = []
    for entry in entries where isKept(Int(entry.frame)) { kept.append(entry) }
    return FrameParts(parts: parts, containers: containers, entries: kept, typical: typical)
  }
}

extension FrameParts {
  /// Collects the durations of functions, waits and other parts of the work on frames, in any order.
  public struct Builder: Sendable {
    private var parts: [Part] = []
    private var indexes: [Part: UInt16] = [:]
    private var containers: [Part: String] = [:]
    private var entries: NumberColumn<Entry> = []

    /// The maximum number of different parts, such as functions, of the work on frames; the time of further parts is
    /// added to one common part.
    public static let mostParts = 4096
    /// “all other parts”, to which the time of all parts beyond the maximum is added.
    public static let rest = Part("all other parts", .slice)

    /// Creates an empty collector of the durations of functions, waits and other parts of frames.
    public init() {}

    /// Adds the duration of a part of a frame, such as a function; several durations of the same part in the same frame
    /// are added up.
    ///
    /// - Parameter duration: ignored unless above 0.
    public mutating func add(_ duration: Nanoseconds, to part: Part, ofFrame frame: Int) {
      guard duration > 0, let frame = Int32(exactly: frame), frame >= 0 else { return }
      entries.append(Entry(frame: frame, part: index(of: part), duration: duration))
    }

    /// Records in which calling function or enclosing section a part of the work on frames took the most time.
    public mutating func put(_ part: Part, within container: String) {
      containers[part] = container
    }

    private mutating func index(of part: Part) -> UInt16 {
      if let known = indexes[part] { return known }
      guard parts.count < Self.mostParts - 1 || part == Self.rest else {
        return index(of: Self.rest)
      }
      let index = UInt16(parts.count)
      parts.append(part)
      indexes[part] = index
      return index
    }

    /// For each frame, the total duration of each part of its work, such as a function, from the added durations; `nil`
    /// if none was added.
    ///
    /// O(n log n) for n added durations.
    public func finish() -> FrameParts? {
      let sorted = entries.sorted { ($0.frame, $0.part) < ($1.frame, $1.part) }
      var merged: NumberColumn<Entry> = []
      merged.reserveCapacity(sorted.count)
      for entry in sorted {
        guard let last = merged.last, (last.frame, last.part) == (entry.frame, entry.part) else {
          merged.append(entry)
          continue
        }
        let (sum, overflow) = last.duration.addingReportingOverflow(entry.duration)
        merged[merged.count - 1] = Entry(
          frame: last.frame, part: last.part, duration: overflow ? .max : sum)
      }
      guard !merged.isEmpty else { return nil }
      return FrameParts(
        parts: parts, containers: parts.map { containers[$0] }, entries: merged)
    }
  }
}

/// The causes that the operating system reports for a late frame; empty for a frame that is not late.
///
/// This is the platform's verdict from the trace. A frame can have several causes, and may be no
/// longer than its neighbors.
public struct FrameBlame: OptionSet, Sendable, Hashable, BitwiseCopyable {
  /// The causes of a late frame as a set of bits.
  public let rawValue: UInt8

  public init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// The frame was late because the application missed the frame's deadline.
  public static let application = FrameBlame(rawValue: 1)
  /// The frame was late because of the compositor, its scheduling or the display.
  public static let system = FrameBlame(rawValue: 2)
  /// The frame was late because earlier frames were still waiting to be displayed.
  public static let queue = FrameBlame(rawValue: 4)
  /// The frame was late, and the trace gives no cause.
  public static let unknown = FrameBlame(rawValue: 8)

  private static let names: [(FrameBlame, String)] = [
    (.application, "application"), (.system, "system"), (.queue, "queue"), (.unknown, "unknown"),
  ]

  /// The causes of a late frame as text, such as `application+queue`; `nil` for a frame that is not late.
  public var name: String? {
    let words = Self.names.filter { contains($0.0) }.map(\.1)
    return words.isEmpty ? nil : words.joined(separator: "+")
  }
}

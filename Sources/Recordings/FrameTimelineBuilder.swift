public import Units

extension FrameTimeline {
  /// Builds the timeline of a run from frames in the order of a trace, and rejects frames whose times do not increase.
  public struct Builder: Sendable {
    @usableFromInline var presents: NumberColumn<Nanoseconds> = []
    private var kinds: NumberColumn<FrameKind> = []
    @usableFromInline private(set) var isPlain = true
    private var signals: [FrameSignal: OptionalColumn]
    private var unplaced: [FrameKind: Int] = [:]

    /// Why a frame cannot be added to a timeline.
    public enum Rejection: Sendable, Equatable {
      /// The frame's present is at the time of the previous present.
      case duplicate
      /// The frame's present is before the previous present.
      case wentBack
    }

    /// Creates the builder of an empty timeline.
    ///
    /// `signals` are those that are set for each frame.
    public init(signals: [FrameSignal] = []) {
      self.signals = Dictionary(uniqueKeysWithValues: signals.map { ($0, OptionalColumn()) })
    }

    /// The number of frames that the timeline contains so far.
    public var frameCount: Int { max(presents.count - 1, 0) }

    /// The time at which the timeline's last frame ended, or the start time if there are no frames; `nil` before a
    /// start time is set.
    @inlinable
    public var lastPresent: Nanoseconds? { presents.last }

    /// Sets the start time of an empty timeline, at which its first frame begins.
    public mutating func open(at present: Nanoseconds) {
      precondition(presents.isEmpty, "the present at which the first frame begins is added once")
      presents.append(present)
    }

    /// Reserves memory for a number of frames in the timeline.
    public mutating func reserve(frames count: Int) {
      presents.reserveCapacity(count + 1)
    }

    /// Adds a frame that ends at a given time; if the timeline has no start time, sets the start time instead.
    ///
    /// - Returns: why the frame was rejected; `nil` if it was accepted. Then call `set` for its
    ///   signals.
    @inlinable
    public mutating func append(
      present: Nanoseconds, kind: FrameKind = .displayed
    ) -> Rejection? {
      guard let last = presents.last else {
        presents.append(present)
        return nil
      }
      guard present > last else { return present == last ? .duplicate : .wentBack }
      presents.append(present)
      if !isPlain || kind != .displayed { note(kind) }
      return nil
    }

    /// Stores the kind of the timeline's last frame.
    ///
    /// The column of kinds begins with the first frame that is not displayed.
    @usableFromInline
    mutating func note(_ kind: FrameKind) {
      if isPlain {
        isPlain = false
        for _ in 1..<frameCount { kinds.append(.displayed) }
      }
      kinds.append(kind)
    }

    /// Sets a measurement of the last added frame, such as its CPU time; must be called once per frame for each of the
    /// builder's measurements.
    ///
    /// `value` is `nil` if the trace has none. Measurements that the builder was not created with are ignored.
    public mutating func set(_ signal: FrameSignal, _ value: Nanoseconds?) {
      signals[signal]?.append(value)
    }

    /// Counts a frame that the trace lists without a time, and that the timeline therefore cannot contain.
    public mutating func countUnplaced(_ kind: FrameKind) {
      unplaced[kind, default: 0] += 1
    }

    /// The timeline of all frames that were added; `nil` if it has no start time.
    ///
    /// Signals without any value are left out.
    public func finish() -> FrameTimeline? {
      guard !presents.isEmpty else { return nil }
      return FrameTimeline(
        presents: presents,
        kinds: isPlain ? nil : kinds,
        signals: signals.filter { !$0.value.isAllMissing },
        unplaced: unplaced)
    }
  }
}

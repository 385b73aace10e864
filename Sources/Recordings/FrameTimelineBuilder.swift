public import Units

extension FrameTimeline {
  /// Collects frames in the order of a trace and keeps the timeline's rules.
  public struct Builder: Sendable {
    @usableFromInline var presents: NumberColumn<Nanoseconds> = []
    private var kinds: NumberColumn<FrameKind> = []
    @usableFromInline private(set) var isPlain = true
    private var signals: [FrameSignal: OptionalColumn]
    private var unplaced: [FrameKind: Int] = [:]

    /// Why a present was not taken.
    public enum Rejection: Sendable, Equatable {
      /// At the same time as the one before.
      case duplicate
      /// Earlier than the one before.
      case wentBack
    }

    /// Creates an empty builder.
    ///
    /// - Parameter signals: the signals that every `append` of a frame gives.
    public init(signals: [FrameSignal] = []) {
      self.signals = Dictionary(uniqueKeysWithValues: signals.map { ($0, OptionalColumn()) })
    }

    /// Number of frames so far.
    public var frameCount: Int { max(presents.count - 1, 0) }

    /// The last present taken, or `nil` before the timeline is open.
    @inlinable
    public var lastPresent: Nanoseconds? { presents.last }

    /// Opens the timeline: the present that the first frame is measured from.
    ///
    /// - Parameter present: on the run's own clock.
    public mutating func open(at present: Nanoseconds) {
      precondition(presents.isEmpty, "a timeline opens once")
      presents.append(present)
    }

    /// Makes room ahead.
    ///
    /// - Parameter count: frames expected.
    public mutating func reserve(frames count: Int) {
      presents.reserveCapacity(count + 1)
    }

    /// Adds a frame that ends at a present.
    ///
    /// - Parameters:
    ///   - present: later than the last one, or the frame is rejected.
    ///   - kind: what became of it.
    /// - Returns: why the frame was not taken, or `nil` when it was. After a frame is taken, `set`
    ///   fills in its signals.
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

    /// Keeps the kind of the frame that was added last, and from the first that is not the usual one on,
    /// of every frame.
    @usableFromInline
    mutating func note(_ kind: FrameKind) {
      if isPlain {
        isPlain = false
        for _ in 1..<frameCount { kinds.append(.displayed) }
      }
      kinds.append(kind)
    }

    /// Gives the value of a signal for the frame that was added last; at most once a frame.
    ///
    /// - Parameters:
    ///   - signal: one of those the builder was created with.
    ///   - value: `nil` when the trace has none for this frame.
    public mutating func set(_ signal: FrameSignal, _ value: Nanoseconds?) {
      signals[signal]?.append(value)
    }

    /// Counts a frame that has no present of its own.
    ///
    /// - Parameter kind: what it was.
    public mutating func countUnplaced(_ kind: FrameKind) {
      unplaced[kind, default: 0] += 1
    }

    /// The finished timeline, or `nil` when not one present was taken.
    ///
    /// Signals without a single value are left out.
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

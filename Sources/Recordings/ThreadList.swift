public import Units

/// CPU time of a run's threads as a profiler or a harness told it, where the trace did not sample them.
public struct ThreadList: Sendable, Equatable {
  /// The threads, in the order of the file; at least one.
  public var threads: [Thread]
  /// CPU time of all threads, where the list has not all of them; else `nil`.
  public var total: Nanoseconds?
  /// Whether it is somebody else's figure, and not the harness' own.
  public var isReported: Bool

  /// Creates a list.
  ///
  /// - Parameters:
  ///   - threads: at least one.
  ///   - total: CPU time of all threads, listed or not.
  ///   - isReported: whether it is somebody else's figure.
  public init(threads: [Thread], total: Nanoseconds? = nil, isReported: Bool = false) {
    self.threads = threads
    self.total = total
    self.isReported = isReported
  }

  /// One thread; time or share is known, or both.
  public struct Thread: Sendable, Equatable {
    /// Its name, which others may have as well.
    public var name: String
    /// What tells it from others of its name; `nil` where there are none.
    public var id: String?
    /// Whether it is the one that the user interface waits for.
    public var isMain: Bool
    /// CPU time, 0 or above.
    public var time: Nanoseconds?
    /// Share of the CPU time of all threads, 0 to 1, where it was told.
    public var share: Double?

    /// Creates a thread.
    ///
    /// - Parameters:
    ///   - name: its name.
    ///   - id: what tells it from others of its name.
    ///   - isMain: whether the user interface waits for it.
    ///   - time: CPU time.
    ///   - share: of the CPU time of all threads.
    public init(
      name: String, id: String? = nil, isMain: Bool = false, time: Nanoseconds? = nil,
      share: Double? = nil
    ) {
      self.name = name
      self.id = id
      self.isMain = isMain
      self.time = time
      self.share = share
    }
  }
}

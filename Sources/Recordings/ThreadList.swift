public import Units

/// The CPU time of a run's threads from a profiler or harness, for traces that did not sample it.
public struct ThreadList: Sendable, Equatable {
  /// The threads in the order of the file, at least one.
  public var threads: [Thread]
  /// The CPU time of all threads, if the list is incomplete; otherwise `nil`.
  public var total: Nanoseconds?
  /// Whether the list is from a publication or another tool, not from the harness.
  public var isReported: Bool

  /// Creates a list.
  public init(threads: [Thread], total: Nanoseconds? = nil, isReported: Bool = false) {
    self.threads = threads
    self.total = total
    self.isReported = isReported
  }

  /// One thread, with its CPU time, its share, or both.
  public struct Thread: Sendable, Equatable {
    /// The name, which other threads may share.
    public var name: String
    /// Distinguishes threads with one name; `nil` if not needed.
    public var id: String?
    /// Whether the user interface waits for this thread.
    public var isMain: Bool
    /// CPU time, 0 or above.
    public var time: Nanoseconds?
    /// The given share of the CPU time of all threads, 0 to 1.
    public var share: Double?

    /// Creates a thread.
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

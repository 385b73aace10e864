public import Units

/// The CPU time of a run's threads according to a profiler or the test program, for traces that contain no samples of
/// CPU time.
public struct ThreadList: Sendable, Equatable {
  /// The threads of the run in the order of the file that lists them, at least one.
  public var threads: [Thread]
  /// The CPU time of all threads of the run, including those that the list of threads lacks; `nil` if the list has all.
  public var total: Nanoseconds?
  /// Whether the CPU times of the threads come from a publication instead of a profiler or the test program.
  ///
  /// In `run.json`, these are the threads within the key `reported`.
  public var isReported: Bool

  /// Creates the list of a run's threads with their CPU time.
  public init(threads: [Thread], total: Nanoseconds? = nil, isReported: Bool = false) {
    self.threads = threads
    self.total = total
    self.isReported = isReported
  }

  /// One thread of a run, with its CPU time, its share of the CPU time, or both.
  public struct Thread: Sendable, Equatable {
    /// The name of the thread, which other threads may share.
    public var name: String
    /// An id that distinguishes the thread from threads with the same name; `nil` if not needed.
    public var id: String?
    /// Whether this is the run's main thread, for which the user interface waits.
    public var isMain: Bool
    /// The CPU time of the thread, 0 or above; `nil` if the time is not given.
    public var time: Nanoseconds?
    /// The thread's share of the CPU time of all threads, 0 to 1; `nil` if the share is not given.
    public var share: Double?

    /// Creates a thread of a run from its name and CPU time.
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

internal import Recordings
internal import Statistics
internal import Units

/// The CPU time of a run, split by thread.
public struct ThreadProfile: Sendable {
  /// All threads of a run that have the same name, and the CPU time that they used together.
  public struct Entry: Sendable, Equatable {
    public let name: String
    /// Whether the threads with this name are the main thread, for which the user interface waits.
    public let isMain: Bool
    public let count: Int
    /// The CPU time of the threads with this name, in seconds; `nil` if unknown.
    public let time: Double?
    /// The share of the run's CPU time that the threads with this name used, 0 to 1; `nil` if unknown.
    public let share: Double?

    public init(name: String, isMain: Bool, count: Int, time: Double?, share: Double?) {
      self.name = name
      self.isMain = isMain
      self.count = count
      self.time = time
      self.share = share
    }
  }

  /// The threads of the run, one entry per name, beginning with the one that used most CPU time.
  public let entries: [Entry]
  /// In seconds, with threads that the trace does not list; `nil` if unknown.
  public let total: Double?
  /// Whether the profile lists every thread of the run that used CPU time.
  ///
  /// Threads that the trace sampled count as complete if there are at least two. Other lists count as complete if they
  /// contain 99.5% of the CPU time.
  public let isComplete: Bool
  /// How trustworthy the CPU times of the threads are: measured, recorded or reported.
  public let basis: MetricValue.Basis

  init(
    _ entries: [Entry], total: Double?, isComplete: Bool, basis: MetricValue.Basis
  ) {
    self.entries = entries.sorted { left, right in
      left.rank == right.rank ? left.name < right.name : left.rank > right.rank
    }
    self.total = total
    self.isComplete = isComplete
    self.basis = basis
  }

  /// The thread that the user interface waits for, with its CPU time; `nil` if unknown.
  public var main: Entry? { entries.first(where: \.isMain) }

  /// The CPU time of all threads except the main thread, including threads that the trace does not list; `nil` if no
  /// main thread is known.
  public var others: Entry? {
    guard let main else { return nil }
    let rest = entries.filter { !$0.isMain }
    return Entry(
      name: "others", isMain: false, count: rest.reduce(0) { $0 + $1.count },
      time: main.time.flatMap { own in total.map { max(0, $0 - own) } },
      share: main.share.map { 1 - $0 })
  }

  /// The threads that the trace does not list; `nil` if it lists all that used CPU time.
  public var unlisted: Entry? {
    guard !isComplete else { return nil }
    let times = entries.compactMap(\.time).reduce(0, +)
    let shares = entries.compactMap(\.share).reduce(0, +)
    let hasAllShares = entries.allSatisfy { $0.share != nil }
    return Entry(
      name: "not listed", isMain: false, count: 0, time: total.map { max(0, $0 - times) },
      share: hasAllShares ? max(0, 1 - shares) : nil)
  }

  /// Whether a thread with this name is the main one, by the names that tools use.
  static func isMain(_ name: String) -> Bool {
    ["main", "main thread", "ui thread"].contains(name.lowercased())
  }
}

extension ThreadProfile.Entry {
  /// Threads with a known share come first.
  fileprivate var rank: (share: Double, time: Double) { (share ?? -1, time ?? 0) }
}

// MARK: - Profile of a run

extension RunFigures {
  /// The CPU time by thread: as sampled within the timeline, otherwise from the run's description;
  /// at least one thread.
  ///
  /// - Throws: why it is unknown.
  func threadProfile() throws(Withheld) -> ThreadProfile {
    let sampled = sampledThreads()
    if !sampled.isEmpty { return try profile(ofSampled: sampled) }
    guard let (list, basis) = toldThreads() else { throw .noThreads }
    return ThreadProfile(list, basis: basis)
  }

  /// The sampled threads in the order of the trace, each with the sum of its counted samples, in
  /// processors.
  private func sampledThreads() -> [(name: String, sum: Double, samples: SampleColumn)] {
    var names: Set<String> = []
    return recording.counters.compactMap { counter in
      guard case .threadCPU(let name) = counter.role, names.insert(name).inserted,
        let figures = try? samples(of: counter.role)
      else { return nil }
      return (name, figures.mean * Double(figures.count), counter.samples)
    }
  }

  private func profile(
    ofSampled threads: [(name: String, sum: Double, samples: SampleColumn)]
  ) throws(Withheld) -> ThreadProfile {
    let sum = threads.map(\.sum).reduce(0, +)
    guard sum > 0, sum.isPrintable else { throw .idleThreads }
    let step = threads.compactMap { seconds(between: $0.samples) }.min()
    // A single thread shows nothing about the others.
    let isWhole = threads.count > 1
    return ThreadProfile(
      threads.map { thread in
        ThreadProfile.Entry(
          name: thread.name, isMain: ThreadProfile.isMain(thread.name), count: 1,
          time: step.map { thread.sum * $0 }, share: isWhole ? thread.sum / sum : nil)
      }, total: isWhole ? step.map { sum * $0 } : nil, isComplete: isWhole, basis: .measured)
  }

  /// The time that each sample covers; `nil` if there is only one.
  ///
  /// A thread that is missing from some polls has fewer samples, with more time between them. So
  /// the shortest time of all threads is that of the polls.
  private func seconds(between samples: SampleColumn) -> Double? {
    switch samples.clock {
    case .times(let times):
      guard times.count > 1, let first = times.first, let last = times.last, last > first else {
        return nil
      }
      return Double(last - first) / Double(times.count - 1) / 1e9
    case .frames:
      guard let activities, activities.frameCount > 0 else { return nil }
      let span = activities.spans.reduce(0.0) { $0 + Double($1.upperBound - $1.lowerBound) }
      return span / Double(activities.frameCount) / 1e9
    }
  }
}

extension ThreadProfile {
  /// The profile of a list, with threads of one name merged.
  fileprivate init(_ list: ThreadList, basis: MetricValue.Basis) {
    let times = list.threads.map { $0.time.map { Double($0) / 1e9 } }
    let sum = times.contains(nil) ? nil : times.compactMap(\.self).reduce(0, +)
    let total = list.total.map { Double($0) / 1e9 } ?? (list.hasAllShares ? nil : sum)
    let threads = Dictionary(grouping: list.threads, by: \.name)
    let names = list.threads.map(\.name).distinct
    let entries = names.map { Entry(of: threads[$0] ?? [], name: $0, total: total) }
    let shares = entries.compactMap(\.share).reduce(0, +)
    let isWhole =
      list.total.map { total in sum.map { $0 >= Double(total) / 1e9 * 0.995 } ?? false }
      ?? (list.hasAllShares ? shares > 0.995 : sum != nil)
    self.init(entries, total: total ?? (isWhole ? sum : nil), isComplete: isWhole, basis: basis)
  }
}

extension ThreadList {
  fileprivate var hasAllShares: Bool { threads.allSatisfy { $0.share != nil } }
}

extension ThreadProfile.Entry {
  fileprivate init(of threads: [ThreadList.Thread], name: String, total: Double?) {
    let times = threads.map(\.time)
    // A thread may have used a century.
    let sum = times.reduce(Int128(0)) { $0 + Int128($1 ?? 0) }
    let time = times.contains(nil) ? nil : Double(sum) / 1e9
    let shares = threads.map(\.share)
    let told = shares.contains(nil) ? nil : shares.compactMap(\.self).reduce(0, +)
    self.init(
      name: name, isMain: threads.contains { $0.isMain }, count: threads.count, time: time,
      share: told ?? time.flatMap { time in total.flatMap { $0 > 0 ? time / $0 : nil } })
  }
}

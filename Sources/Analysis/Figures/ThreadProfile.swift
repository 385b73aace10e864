internal import Recordings
internal import Statistics
internal import Units

/// How a run's CPU time is shared among its threads.
public struct ThreadProfile: Sendable {
  /// All threads of one name.
  public struct Entry: Sendable, Equatable {
    /// Their name.
    public let name: String
    /// Whether it is the thread that the user interface waits for.
    public let isMain: Bool
    /// How many threads there are of the name.
    public let count: Int
    /// CPU time in seconds; `nil` where it is not known.
    public let time: Double?
    /// Share of the CPU time of all threads, 0 to 1; `nil` where it is not known.
    public let share: Double?

    /// Creates an entry.
    ///
    /// - Parameters:
    ///   - name: of the threads.
    ///   - isMain: whether the user interface waits for it.
    ///   - count: how many threads there are of the name.
    ///   - time: CPU time in seconds.
    ///   - share: of the CPU time of all threads.
    public init(name: String, isMain: Bool, count: Int, time: Double?, share: Double?) {
      self.name = name
      self.isMain = isMain
      self.count = count
      self.time = time
      self.share = share
    }
  }

  /// The threads by name, the busiest first.
  public let entries: [Entry]
  /// CPU time of all threads in seconds, listed or not; `nil` where it is not known.
  public let total: Double?
  /// Whether every thread that used CPU time is listed.
  public let isComplete: Bool
  /// What it rests on.
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

  /// The thread that the user interface waits for; `nil` where none is known to be it.
  public var main: Entry? { entries.first(where: \.isMain) }

  /// All threads but the main one, listed or not; `nil` where no main thread is known.
  public var others: Entry? {
    guard let main else { return nil }
    let rest = entries.filter { !$0.isMain }
    return Entry(
      name: "others", isMain: false, count: rest.reduce(0) { $0 + $1.count },
      time: main.time.flatMap { own in total.map { max(0, $0 - own) } },
      share: main.share.map { 1 - $0 })
  }

  /// What is not listed; `nil` where everything is, or it is not known how much there is.
  public var unlisted: Entry? {
    guard !isComplete else { return nil }
    let times = entries.compactMap(\.time).reduce(0, +)
    let shares = entries.compactMap(\.share).reduce(0, +)
    let hasAllShares = entries.allSatisfy { $0.share != nil }
    return Entry(
      name: "not listed", isMain: false, count: 0, time: total.map { max(0, $0 - times) },
      share: hasAllShares ? max(0, 1 - shares) : nil)
  }

  /// Whether a thread of this name is the main one, by what tools call it.
  static func isMain(_ name: String) -> Bool {
    ["main", "main thread", "ui thread"].contains(name.lowercased())
  }
}

extension ThreadProfile.Entry {
  /// Threads of which the share is known stand before others.
  fileprivate var rank: (share: Double, time: Double) { (share ?? -1, time ?? 0) }
}

// MARK: - Of a run

extension RunFigures {
  /// How the CPU time is shared among threads: as sampled within the timeline, else as told.
  ///
  /// - Returns: at least one thread.
  /// - Throws: why that is not known.
  func threadProfile() throws(Withheld) -> ThreadProfile {
    let sampled = sampledThreads()
    if !sampled.isEmpty { return try profile(ofSampled: sampled) }
    guard let (list, basis) = toldThreads() else { throw .noThreads }
    return ThreadProfile(list, basis: basis)
  }

  /// The threads that were sampled, in the order of the trace, each with the sum of its samples that
  /// count, in processors.
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
    // One thread alone says nothing of the others.
    let isWhole = threads.count > 1
    return ThreadProfile(
      threads.map { thread in
        ThreadProfile.Entry(
          name: thread.name, isMain: ThreadProfile.isMain(thread.name), count: 1,
          time: step.map { thread.sum * $0 }, share: isWhole ? thread.sum / sum : nil)
      }, total: isWhole ? step.map { sum * $0 } : nil, isComplete: isWhole, basis: .measured)
  }

  /// The time that each sample stands for; `nil` of a single one.
  ///
  /// A thread that is not in every poll has fewer samples, and seems to have more time between them: the
  /// shortest time of all threads is that of the polls.
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
  /// What a list says, threads of one name together.
  fileprivate init(_ list: ThreadList, basis: MetricValue.Basis) {
    let times = list.threads.map { $0.time.map { Double($0) / 1e9 } }
    let sum = times.contains(nil) ? nil : times.compactMap(\.self).reduce(0, +)
    let total = list.total.map { Double($0) / 1e9 } ?? (list.hasAllShares ? nil : sum)
    var names: [String] = []
    for thread in list.threads where !names.contains(thread.name) { names.append(thread.name) }
    let entries = names.map { name in
      Entry(of: list.threads.filter { $0.name == name }, name: name, total: total)
    }
    let shares = entries.compactMap(\.share).reduce(0, +)
    let isWhole =
      list.total.map { total in sum.map { $0 >= Double(total) / 1e9 * 0.995 } ?? false }
      ?? (list.hasAllShares ? shares > 0.995 : sum != nil)
    self.init(entries, total: total ?? (isWhole ? sum : nil), isComplete: isWhole, basis: basis)
  }
}

extension ThreadList {
  /// Whether a share was told of every thread.
  fileprivate var hasAllShares: Bool { threads.allSatisfy { $0.share != nil } }
}

extension ThreadProfile.Entry {
  fileprivate init(of threads: [ThreadList.Thread], name: String, total: Double?) {
    let times = threads.map(\.time)
    let time =
      times.contains(nil) ? nil : Double(times.compactMap(\.self).reduce(0, +)) / 1e9
    let shares = threads.map(\.share)
    let told = shares.contains(nil) ? nil : shares.compactMap(\.self).reduce(0, +)
    self.init(
      name: name, isMain: threads.contains { $0.isMain }, count: threads.count, time: time,
      share: told ?? time.flatMap { time in total.flatMap { $0 > 0 ? time / $0 : nil } })
  }
}

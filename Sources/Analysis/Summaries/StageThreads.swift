internal import Recordings
internal import Statistics

extension StageSummary {
  /// The mean CPU time of each thread over the runs of a stage (version of the program) that report CPU times of
  /// threads; `nil` if no run does.
  ///
  /// A thread that is missing from a complete list used no time in that run.
  public var threads: ThreadProfile? {
    let profiles = runs.compactMap(\.threads)
    guard let weakest = profiles.map(\.basis).max() else { return nil }
    if profiles.count == 1 { return profiles[0] }
    var names: [String] = []
    for entry in profiles.flatMap(\.entries) where !names.contains(entry.name) {
      names.append(entry.name)
    }
    return ThreadProfile(
      names.map { ThreadProfile.Entry($0, in: profiles) },
      total: profiles.mean { $0.total }, isComplete: profiles.allSatisfy(\.isComplete),
      basis: weakest)
  }
}

extension ThreadProfile.Entry {
  /// The mean over some runs.
  fileprivate init(_ name: String, in profiles: [ThreadProfile]) {
    let entries = profiles.map { profile in profile.entries.first { $0.name == name } }
    func mean(_ value: (Self) -> Double?) -> Double? {
      zip(profiles, entries).map { profile, entry in
        entry.flatMap(value) ?? (entry == nil && profile.isComplete ? 0 : nil)
      }.mean(\.self)
    }
    self.init(
      name: name, isMain: entries.contains { $0?.isMain == true },
      count: entries.compactMap { $0?.count }.max() ?? 0, time: mean(\.time), share: mean(\.share))
  }
}

extension Array {
  /// The mean of the known values; `nil` if there are none.
  fileprivate func mean(_ value: (Element) -> Double?) -> Double? {
    Moments.mean(of: compactMap(value))
  }
}

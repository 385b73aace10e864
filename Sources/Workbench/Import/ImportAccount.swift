package import Decoding
package import Histories

/// What an import of benchmark histories read, and what it left out.
package struct ImportAccount {
  /// What an import read in one history format: the numbers of files and measurements, the stages (program versions),
  /// and the commits with their dates.
  package struct Reading {
    package let format: String
    package private(set) var files = 0
    package private(set) var points = 0
    package private(set) var stages: Set<String> = []
    package private(set) var commits: Set<String> = []
    /// The dates of the oldest and of the newest imported commit; `nil` if no commit has a date.
    package private(set) var dates: ClosedRange<Instant>?

    fileprivate init(format: String) { self.format = format }

    fileprivate mutating func add(_ history: History) {
      files += 1
      for point in history.points { add(point) }
    }

    private mutating func add(_ point: HistoryPoint) {
      points += 1
      stages.insert(point.stage)
      guard let commit = point.commit else { return }
      commits.insert(commit.id)
      guard let date = commit.date else { return }
      dates = min(dates?.lowerBound ?? date, date)...max(dates?.upperBound ?? date, date)
    }
  }

  /// What the import read in each history format, in the order in which the formats first occurred.
  package private(set) var readings: [Reading] = []
  /// The data that the import left out: for each reason, the first case with its file, and the number of cases.
  package private(set) var omissions: [(omission: HistoryOmission, path: String, count: Int)] = []
  package private(set) var branches: Set<String> = []

  mutating func add(_ history: History) {
    let index = readings.firstIndex { $0.format == history.format } ?? readings.count
    if index == readings.count { readings.append(Reading(format: history.format)) }
    readings[index].add(history)
    for point in history.points { branches.formUnion([point.commit?.branch].compactMap { $0 }) }
    for omission in history.omissions { add(omission, of: history.path) }
  }

  private mutating func add(_ omission: HistoryOmission, of path: String) {
    if let index = omissions.firstIndex(where: { $0.omission.reason == omission.reason }) {
      omissions[index].count += omission.count
    } else {
      omissions.append((omission, path, omission.count))
    }
  }
}

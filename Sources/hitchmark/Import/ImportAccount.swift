internal import Decoding
internal import Histories

/// What was read of histories, and what of them was left out.
struct ImportAccount {
  private struct Reading {
    let format: String
    var files = 0
    var points = 0
    var stages: Set<String> = []
    var commits: Set<String> = []
    var first: Instant?
    var last: Instant?

    mutating func add(_ point: HistoryPoint) {
      points += 1
      stages.insert(point.stage)
      guard let commit = point.commit else { return }
      commits.insert(commit.id)
      guard let date = commit.date else { return }
      first = min(first ?? date, date)
      last = max(last ?? date, date)
    }

    var line: String {
      var line =
        "\(format): \(counted(files, "file")), \(counted(points, "point")) of "
        + "\(counted(stages.count, "stage")) at \(counted(commits.count, "commit"))"
      if let first, let last { line += ", \(first.text.prefix(10)) to \(last.text.prefix(10))" }
      return line
    }
  }

  private var readings: [Reading] = []
  private var omissions: [(omission: HistoryOmission, path: String, count: Int)] = []
  private var branches: Set<String> = []

  mutating func add(_ history: History) {
    let index = readings.firstIndex { $0.format == history.format } ?? readings.count
    if index == readings.count { readings.append(Reading(format: history.format)) }
    readings[index].files += 1
    for point in history.points {
      readings[index].add(point)
      branches.formUnion([point.commit?.branch].compactMap { $0 })
    }
    for omission in history.omissions { add(omission, of: history.path) }
  }

  private mutating func add(_ omission: HistoryOmission, of path: String) {
    if let index = omissions.firstIndex(where: { $0.omission.reason == omission.reason }) {
      omissions[index].count += omission.count
    } else {
      omissions.append((omission, path, omission.count))
    }
  }

  /// A line a format, a line a reason for leaving something out, and one of branches where they mix.
  var lines: [String] {
    var lines = readings.map(\.line)
    lines += omissions.map { $0.omission.sentence(count: $0.count, path: $0.path) }
    if branches.count > 1 {
      lines.append(
        "points of \(branches.count) branches: \(list(branches.sorted())); --branch takes one")
    }
    return lines
  }
}

internal import Arguments
internal import Decoding
internal import Histories
internal import RunStore
internal import Units
internal import Workbench

extension ImportAccount {
  /// One line per format, one per reason for leaving something out, and one if there are several branches.
  var lines: [String] {
    var lines = readings.map(\.line)
    lines += omissions.map { $0.omission.sentence(count: $0.count, path: $0.path) }
    if branches.count > 1 {
      let names = quoted(branches.sorted())
      lines.append(
        "the imported points (measurements) are of \(branches.count) branches: \(names); --branch selects one branch"
      )
    }
    return lines
  }
}

extension ImportAccount.Reading {
  fileprivate var line: String {
    let line =
      """
      \(format): \(counted(files, "file")), \(counted(points, "point")) of \
      \(counted(stages.count, "stage")) at \(counted(commits.count, "commit"))
      """
    guard let dates else { return line }
    let days = [dates.lowerBound, dates.upperBound].map { $0.text.prefix(10) }
    return line + ", \(days[0]) to \(days[1])"
  }
}

extension WrittenOrder {
  /// What was written, and the command that uses the file.
  func sentence(store: String) -> String {
    let left = undated > 0 ? "; left out \(counted(undated, "commit")) without a date" : ""
    let command = Suggestion.command("trend --order \(path.shellWord)", on: store)
    return "\(path): \(counted(commits, "commit")), oldest first\(left); \(command) uses this order"
  }
}

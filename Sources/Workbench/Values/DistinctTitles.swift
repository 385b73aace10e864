internal import RunFolders

extension PlannedRun {
  /// The stage and the name of the run, as outputs print them.
  fileprivate var title: String { stage.map { "\($0)/\(name)" } ?? name }
}

extension TracePlan {
  /// The titles of the plan's runs in outputs, by path.
  ///
  /// Runs with equal titles, such as files of one name in several folders, also get the folders in which their paths
  /// differ. O(runs).
  var distinctTitles: [String: String] {
    var titles: [String: String] = [:]
    for (title, runs) in Dictionary(grouping: runs, by: \.title) {
      let folders = runs.map { $0.path.split(separator: "/").dropLast() }
      let common = folders.dropFirst().reduce(folders[0].count) { common, other in
        min(common, zip(folders[0], other).prefix { $0 == $1 }.count)
      }
      for (run, folders) in zip(runs, folders) {
        let own = runs.count > 1 ? folders.dropFirst(common).map(String.init) : []
        titles[run.path] = (own + [title]).joined(separator: "/")
      }
    }
    return titles
  }
}

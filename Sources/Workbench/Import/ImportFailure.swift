internal import Decoding
package import Histories

/// Why an import of other tools' benchmark histories could not run.
package enum ImportFailure: Sendable {
  /// A history could not be read.
  case history(HistoryError)
  /// One stage was named for several benchmarks.
  case oneStageForSeveral(Int, path: String)
  /// A direction was given for metrics that no history has.
  case unknownMetric(String, nearest: String?, known: [String])
  /// Nothing below the paths is a history.
  case nothing(paths: [String])
}

extension HistoryError {
  /// Whether the file is not a history or is empty, which is no error if it was found in a folder.
  var isNoHistory: Bool {
    switch self {
    case .unrecognized, .empty, .file(.empty): true
    default: false
    }
  }

  /// Whether the file only describes other files.
  var isCompanion: Bool {
    guard case .unrecognized(let path, _) = self else { return false }
    let name = path.split(separator: "/").last ?? ""
    return ["benchmarks.json", "machine.json", "asv.conf.json"].contains(name)
  }
}

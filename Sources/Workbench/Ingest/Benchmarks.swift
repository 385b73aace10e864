internal import Recordings

/// The benchmarks in a file of results: each is a stage, and each of its iterations a run.
enum Benchmarks {
  /// Throws if a stage is given for a file with several benchmarks, because their runs must stay separate.
  ///
  /// - Parameter stage: the stage from the command line or the folder; `nil` if there is none.
  static func check(
    _ recordings: [Recording], path: String, stage: String?
  ) throws(Failure) {
    guard let stage else { return }
    let names = Set(recordings.compactMap { $0.origin.iteration?.benchmark })
    if names.count > 1 { throw .benchmarks(names.sorted(), path: path, stage: stage) }
  }
}

extension Recording.Origin {
  /// A suffix that distinguishes a run from others of its stage and file, such as `#2`; `nil` for a single run.
  var nameWithinStage: String? {
    guard let stream, let benchmark = iteration?.benchmark, stream.hasPrefix("\(benchmark) ")
    else { return stream }
    return String(stream.dropFirst(benchmark.count + 1))
  }
}

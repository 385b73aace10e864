internal import Recordings

/// The benchmarks in a file of results: each is a stage, and each of its iterations a run.
enum Benchmarks {
  /// Refuses a stage for a file with several benchmarks, whose runs must not be taken together.
  ///
  /// - Parameters:
  ///   - recordings: of one file.
  ///   - path: of the file.
  ///   - stage: where the command line or a suite's folder puts the file; `nil` if neither does.
  /// - Throws: `Failure.benchmarks` if there is a stage for several benchmarks.
  static func check(
    _ recordings: [Recording], path: String, stage: String?
  ) throws(Failure) {
    guard let stage else { return }
    let names = Set(recordings.compactMap { $0.origin.iteration?.benchmark })
    if names.count > 1 { throw .benchmarks(names.sorted(), path: path, stage: stage) }
  }
}

extension Recording.Origin {
  /// What sets a run apart from others of its stage and file, such as `#2`; `nil` of the only run.
  var nameWithinStage: String? {
    guard let stream, let benchmark = iteration?.benchmark, stream.hasPrefix("\(benchmark) ")
    else { return stream }
    return String(stream.dropFirst(benchmark.count + 1))
  }
}

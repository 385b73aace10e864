internal import Analysis
internal import Decoding
internal import Recordings
internal import RunFolders
internal import Units

/// Checks the names of measures that suites declare and runs contain.
enum MeasureNames {
  /// Throws if a measure has the name of a metric, which would hide it, or if a row of the tables is a misspelled
  /// metric.
  ///
  /// - Parameter file: the path of the description; nothing is checked if it is `nil`.
  /// - Throws: for the first misspelled row, or the first taken name in alphabetical order.
  static func check(_ suite: SuiteDescription, file: String?) throws {
    guard let file else { return }
    // Another name may be that of a measure in the runs.
    for (index, id) in suite.metrics.enumerated()
    where Metric.named(id, amongThoseOf: suite.measures) == nil {
      guard let nearest = id.nearest(among: Metric.all.map(\.id)) else { continue }
      let key = "metrics[\(index)]"
      throw TraceError.description(
        path: file, at: DescriptionFile.place(of: key, in: file),
        .wrongValue(
          path: key, found: "“\(id)”, which is not a metric",
          wanted: "a metric such as “\(nearest)”"))
    }
    for measure in suite.measures where Metric.named(measure.name, amongThoseOf: []) != nil {
      let key = "measures.\(measure.name)"
      throw TraceError.description(
        path: file, at: DescriptionFile.place(of: key, in: file),
        .wrongValue(
          path: key, found: "the id of an existing metric",
          wanted: "an id that no metric of Hitchmark has"))
    }
  }

  /// Throws if a value belongs to no existing metric, because it would be lost.
  ///
  /// - Throws: for the first unknown name in alphabetical order.
  static func check(_ reading: RunReading, of run: PlannedRun) throws {
    guard case .folder(let path) = run.place else { return }
    let file = "\(path)/run.json"
    for description in reading.recordings.map(\.description) {
      let measures = description.knownMeasures
      for id in description.reported.keys.sorted()
      where Metric.named(id, amongThoseOf: measures) == nil && !foreign.contains(id) {
        let key = "reported.\(id)"
        let nearest = id.nearest(among: Metric.all.map(\.id) + measures.map(\.name))
        throw TraceError.description(
          path: file, at: DescriptionFile.place(of: key, in: file),
          .unknownKey(path: key, nearest: nearest))
      }
    }
  }

  private static let foreign = Set(Metric.foreign.map(\.id))
}

/// The benchmarks in a file of results: each is a stage, and each of its iterations a run.
enum Benchmarks {
  /// Throws if a stage is given for a file with several benchmarks, because their runs must stay separate.
  ///
  /// - Parameter stage: the stage from the command line or the folder; `nil` if there is none.
  static func check(
    _ recordings: [Recording], path: String, stage: String?
  ) throws {
    guard let stage else { return }
    let names = Set(recordings.compactMap { $0.origin.iteration?.benchmark })
    if names.count > 1 { throw Failure.benchmarks(names.sorted(), path: path, stage: stage) }
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

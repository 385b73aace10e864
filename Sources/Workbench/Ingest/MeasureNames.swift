internal import Analysis
internal import Decoding
internal import Recordings
internal import RunFolders
internal import Units

/// Checks the names of what suites declare and runs report.
enum MeasureNames {
  /// Makes sure that no measure has the name of a metric, because it would never be asked for, and that no row of
  /// the tables is a slip of one, because no table could be made.
  ///
  /// - Parameters:
  ///   - suite: the description.
  ///   - file: that it was read from; nothing is checked where that is not known.
  /// - Throws: the first row that is a slip, or the first name, in the order of the letters, that is taken.
  static func check(_ suite: SuiteDescription, file: String?) throws(Failure) {
    guard let file else { return }
    // Another name may be that of a measure which runs bring.
    for (index, id) in suite.metrics.enumerated()
    where Metric.named(id, amongThoseOf: suite.measures) == nil {
      guard let nearest = id.nearest(among: Metric.all.map(\.id)) else { continue }
      let key = "metrics[\(index)]"
      throw .trace(
        .description(
          path: file, at: DescriptionFile.place(of: key, in: file),
          .wrongValue(
            path: key, found: "“\(id)”, which is no metric", wanted: "perhaps “\(nearest)”")))
    }
    for measure in suite.measures where Metric.named(measure.name, amongThoseOf: []) != nil {
      let key = "measures.\(measure.name)"
      throw .trace(
        .description(
          path: file, at: DescriptionFile.place(of: key, in: file),
          .wrongValue(
            path: key, found: "a metric already", wanted: "an id that the catalogue does not have"))
      )
    }
  }

  /// Makes sure that every value is of a metric that there is, because others would be lost.
  ///
  /// - Parameters:
  ///   - reading: what was read of a run.
  ///   - run: where it was read.
  /// - Throws: the first name, in the order of the letters, that means nothing.
  static func check(_ reading: RunReading, of run: PlannedRun) throws(Failure) {
    guard case .folder(let path) = run.place else { return }
    let file = "\(path)/run.json"
    for description in reading.recordings.map(\.description) {
      let measures = description.knownMeasures
      for id in description.reported.keys.sorted()
      where Metric.named(id, amongThoseOf: measures) == nil && !foreign.contains(id) {
        let key = "reported.\(id)"
        let nearest = id.nearest(among: Metric.all.map(\.id) + measures.map(\.name))
        throw .trace(
          .description(
            path: file, at: DescriptionFile.place(of: key, in: file),
            .unknownKey(path: key, nearest: nearest)))
      }
    }
  }

  private static let foreign = Set(Metric.foreign.map(\.id))
}

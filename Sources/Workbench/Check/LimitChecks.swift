internal import Analysis
internal import Recordings
internal import RunFolders
internal import Units

/// Checks the thresholds of suites and locates problems.
enum LimitChecks {
  /// Checks a suite's file before runs are read.
  ///
  /// A metric that is not in the catalog may be a measure of the runs, unless it looks like a misspelled metric.
  ///
  /// - Parameter file: the path of the description; `nil` if it is unknown.
  /// - Throws: for the first invalid limit or noise floor.
  static func check(_ suite: SuiteDescription, file: String?) throws(Failure) {
    let named = { (id: Metric.ID) in Metric.named(id, amongThoseOf: suite.measures) }
    let ids = suite.thresholds.limits.map(\.metric) + suite.thresholds.noiseFloors.keys
    let brought = Set(ids.filter { named($0) == nil && nearest(to: $0) == nil })
    do throws(LimitProblem) {
      _ = try Metric.withNoiseFloors(of: suite, named: named, passingOver: brought)
      _ = try CheckLimits(
        options: [], suites: [suite], named: named, titles: [], passingOver: brought)
    } catch {
      throw failure(error, titles: [], suiteFile: file)
    }
  }

  /// The failure for a problem, with the nearest existing name and the place in the file.
  static func failure(_ problem: LimitProblem, titles: [String], suiteFile: String?) -> Failure {
    let nearest: String? =
      switch problem.fault {
      case .unknownMetric(let metric): nearest(to: metric)
      case .unknownStage(let stage, _):
        stage.nearest(
          among: titles + titles.compactMap { $0.split(separator: "/").last.map(String.init) })
      default: nil
      }
    var (file, place): (String?, TextPlace?) = (nil, nil)
    if case .suite(let suite, let key) = problem.origin, let suiteFile {
      // The problem may be in another suite than that of the file.
      if let description = try? DescriptionFile.suite(at: suiteFile), description.id == suite {
        file = suiteFile
        place = DescriptionFile.place(of: key, in: suiteFile)
      }
    }
    return .check(.limit(problem, nearest: nearest, file: file, place: place))
  }

  private static func nearest(to id: Metric.ID) -> String? {
    id.nearest(among: Metric.all.map(\.id))
  }
}

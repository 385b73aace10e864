internal import Analysis
internal import Recordings
internal import RunFolders

/// A suite's description, and its file if that is known.
struct FoundSuite {
  let description: SuiteDescription
  /// The path of its `suite.json`; `nil` if the description is from a store.
  let file: String?

  /// Whether both suites have the same rows and noise floors, so that comparisons by them are equal.
  fileprivate func judges(like other: FoundSuite) -> Bool {
    description.tableRows == other.description.tableRows
      && description.thresholds.noiseFloors == other.description.thresholds.noiseFloors
  }
}

extension TracePlan {
  /// The suite with an id, and its file; `nil` for traces without a suite.
  func suite(_ id: String?) -> FoundSuite? {
    suites.first { $0.id == id }.map { FoundSuite(description: $0, file: suiteFiles[$0.id]) }
  }
}

/// The suite whose rows and noise floors apply to a comparison.
enum ComparedSuites {
  /// One suite applies to both sides.
  case common(FoundSuite)
  /// Neither side has one.
  case none
  /// Each side has a suite, and their rules differ.
  case different(reference: String, candidate: String)

  /// Decides between the suites of two sides.
  ///
  /// A side without a suite uses that of the other. If one suite has changed between the sides, the candidate's version
  /// applies.
  init(_ reference: FoundSuite?, _ candidate: FoundSuite?) {
    guard let reference, let candidate else {
      self = (candidate ?? reference).map { .common($0) } ?? .none
      return
    }
    let ids = (reference.description.id, candidate.description.id)
    self =
      ids.0 == ids.1 || reference.judges(like: candidate)
      ? .common(candidate) : .different(reference: ids.0, candidate: ids.1)
  }

  /// The suite that applies to both sides; `nil` if default rules apply.
  var common: FoundSuite? {
    if case .common(let suite) = self { suite } else { nil }
  }
}

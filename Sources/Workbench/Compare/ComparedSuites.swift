internal import Analysis
internal import Recordings
internal import RunFolders

/// What a suite's file says, and which file it was, where that is known.
struct FoundSuite {
  let description: SuiteDescription
  /// The path of its `suite.json`; `nil` of what a store keeps.
  let file: String?

  /// Whether comparisons come out alike by another: with the same rows and the same noise floors.
  fileprivate func judges(like other: FoundSuite) -> Bool {
    description.tableRows == other.description.tableRows
      && description.thresholds.noiseFloors == other.description.thresholds.noiseFloors
  }
}

extension TracePlan {
  /// The suite of this id with its file; `nil` when traces belong to none.
  func suite(_ id: String?) -> FoundSuite? {
    suites.first { $0.id == id }.map { FoundSuite(description: $0, file: suiteFiles[$0.id]) }
  }
}

/// The suite by whose rows and noise floors two sides are compared.
enum ComparedSuites {
  /// One that counts for both sides.
  case common(FoundSuite)
  /// Neither side has one.
  case none
  /// Each has one, and they ask for different things.
  case different(reference: String, candidate: String)

  /// Decides between the suites of two sides: a side without one goes by the other's, and of one suite that
  /// was changed between them the candidate's counts.
  ///
  /// - Parameters:
  ///   - reference: of the runs that are held against.
  ///   - candidate: of the runs that are judged.
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

  /// What counts for both sides; `nil` where the defaults do.
  var common: FoundSuite? {
    if case .common(let suite) = self { suite } else { nil }
  }
}

internal import Decoding
internal import Recordings

/// The contents of a file `suite.json`, which describes a suite.
struct SuiteFile {
  let description: SuiteDescription

  /// Parses a `suite.json`, which may contain comments and trailing commas.
  ///
  /// Unknown keys and references to unlisted stages are errors.
  ///
  /// - Parameter id: the name of the folder.
  init(_ bytes: [UInt8], id: String) throws(DescriptionProblem) {
    var file = try DescribedObject(bytes)
    var suite = SuiteDescription(id: id, title: try file.text("title"))
    suite.about = try file.text("about")
    suite.provenance = try file.text("provenance")
    suite.metrics = try file.texts("metrics")
    if var parameters = try file.object("parameters") {
      suite.parameters = try parameters.remainingTexts()
    }
    suite.measures = try Self.measures(&file)
    suite.sweep = try Self.sweep(&file)
    suite.stages = try Self.stages(&file, sweep: suite.sweep)
    suite.best = try Self.stage("best", of: suite, in: &file)
    suite.worst = try Self.stage("worst", of: suite, in: &file)
    suite.thresholds = try Self.thresholds(&file, among: suite.stages)
    suite.measuring = try Self.measuring(&file)
    suite.endResult = try Self.stage("end_result", of: suite, in: &file)
    try file.finish()
    description = suite
  }

  private static func stage(
    _ key: String, of suite: SuiteDescription, in file: inout DescribedObject
  ) throws(DescriptionProblem) -> String? {
    guard let stage = try file.text(key) else { return nil }
    try require(stage, at: file.place(of: key), among: suite.stages)
    return stage
  }

  static func require(
    _ stage: String, at path: String, among stages: [SuiteDescription.Stage]
  ) throws(DescriptionProblem) {
    let known = stages.map(\.id)
    if !known.contains(stage) {
      throw .unknownStage(path: path, stage: stage, known: known)
    }
  }
}

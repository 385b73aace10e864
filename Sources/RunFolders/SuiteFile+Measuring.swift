internal import Decoding
internal import Recordings

extension SuiteFile {
  /// Reads how `hitchmark run` measures a suite or a stage, from `run`.
  ///
  /// - Parameter object: the whole file, or a stage.
  /// - Throws: what is wrong with it.
  static func measuring(
    _ object: inout DescribedObject
  ) throws(DescriptionProblem) -> SuiteDescription.Measuring {
    var measuring = SuiteDescription.Measuring()
    guard var run = try object.object("run") else { return measuring }
    measuring.command = try run.texts("command")
    measuring.beforeEach = try run.texts("before_each")
    measuring.settle = try run.number("settle_s", wanted: "a number of seconds from 0 to 86400") {
      (0...86_400).contains($0)
    }
    measuring.timeout = try run.number(
      "timeout_s", wanted: "a number of seconds above 0, at most a year (31536000)"
    ) { $0 > 0 && $0 <= 31_536_000 }
    try run.finish()
    return measuring
  }
}

public import Decoding

/// The contents of a `hitchmark.json`: the defaults of a few options.
///
///     let file = try ConfigurationFile(at: "hitchmark.json")
///     file.metrics  // ["fps.avg", "frametime.p95"], empty if the file names none
public struct ConfigurationFile: Equatable, Sendable {
  /// The path of the store, as written.
  public let store: String?
  /// The name of a suite.
  public let suite: String?
  /// The ids of the metrics that commands print by default.
  public let metrics: [String]
  /// When text is colored, as written.
  public let colors: String?

  /// Reads a file, which may contain comments and trailing commas; unknown keys are errors.
  public init(at path: String) throws(TraceError) {
    let bytes = try smallFile(path).bytes
    do throws(DescriptionProblem) {
      var file = try DescribedObject(bytes)
      (store, suite) = (try file.text("store"), try file.text("suite"))
      metrics = try file.texts("metrics")
      colors = try file.text("colors")
      try file.finish()
    } catch {
      throw .description(path: path, at: error.place(in: bytes), error)
    }
  }
}

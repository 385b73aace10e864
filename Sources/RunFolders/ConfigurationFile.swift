public import Decoding

/// The contents of a file `hitchmark.json`, which sets the default values of a few command-line options.
///
///     let file = try ConfigurationFile(at: "hitchmark.json")
///     file.metrics  // ["fps.avg", "frametime.p95"], empty if the file names none
public struct ConfigurationFile: Equatable, Sendable {
  /// The file or cluster in which commands store runs by default, as written in `hitchmark.json`.
  public let store: String?
  /// The name of the suite that commands use by default.
  public let suite: String?
  /// The ids of the metrics that commands print by default.
  public let metrics: [String]
  /// When commands color their output by default, such as `never`, as written in `hitchmark.json`.
  public let colors: String?

  /// Reads a `hitchmark.json`, which may contain comments and trailing commas; unknown keys are errors.
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

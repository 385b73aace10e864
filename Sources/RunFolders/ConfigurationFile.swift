public import Decoding

/// The contents of a `hitchmark.json` file, which sets the default values of a few command-line options.
///
///     let file = try ConfigurationFile(at: "hitchmark.json")
///     file.metrics  // ["fps.avg", "frametime.p95"], empty if the file names none
public struct ConfigurationFile: Equatable, Sendable {
  /// The store that commands use by default, as written in `hitchmark.json`: a file path or the address of a ClickHouse
  /// cluster.
  public let store: String?
  /// The name of the suite that commands use by default.
  public let suite: String?
  /// The ids of the metrics that commands print by default.
  public let metrics: [String]
  /// Whether commands use colors in their output by default, such as `never`, as written in `hitchmark.json`.
  public let colors: String?

  /// Reads a `hitchmark.json` file, in which comments and trailing commas are allowed and unknown keys are errors.
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

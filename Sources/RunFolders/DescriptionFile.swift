public import Decoding
public import Recordings
internal import System

/// Reads the files, such as `suite.json`, in which users describe their measurements.
///
///     let suite = try DescriptionFile.suite(at: "runs/scrolling/suite.json")
///     print(suite.title)
public enum DescriptionFile {
  /// Reads the description of a suite from its `suite.json`.
  ///
  /// The name of its folder is the suite's id.
  public static func suite(at path: String) throws(TraceError) -> SuiteDescription {
    try suite(in: smallFile(path).bytes, from: path)
  }

  /// Reads a description of a suite that is not on disk, such as an earlier version of the file at a path.
  public static func suite(
    in bytes: [UInt8], from path: String
  ) throws(TraceError) -> SuiteDescription {
    do {
      return try SuiteFile(bytes, id: harmless(Platform.resolvedName(of: folder(of: path))))
        .description
    } catch {
      throw .description(path: path, at: error.place(in: bytes), error)
    }
  }

  /// Reads a small text file, such as a list of accepted regressions.
  ///
  /// Bytes that are not UTF-8 become `�`.
  ///
  /// - Throws: if the file cannot be read or is larger than 16 MiB.
  public static func text(at path: String) throws(TraceError) -> String {
    String(decoding: try smallFile(path).bytes, as: UTF8.self)
  }

  /// The line and column of a value in a JSON file, for messages; `nil` if the file can no longer be parsed.
  ///
  /// - Parameter key: the value, such as `thresholds.limits[2].limit`.
  /// - Returns: `nil` if the file can no longer be read or parsed.
  public static func place(of key: String, in path: String) -> TextPlace? {
    (try? smallFile(path).bytes).flatMap { Self.place(of: key, in: $0) }
  }

  /// The line and column of a value in a JSON text; `nil` if the text is not JSON.
  static func place(of key: String, in bytes: [UInt8]) -> TextPlace? {
    (try? JSONTreeReader.read(bytes, dialect: .relaxed))?.place(of: key)
  }
}

extension DescriptionProblem {
  /// The line and column of the problem in the JSON text; `nil` if the place is unknown.
  func place(in bytes: [UInt8]) -> TextPlace? {
    switch self {
    case .malformed(let place, _, _): place
    case .notJSON: nil
    case .unknownKey(let path, _), .missingKey(let path), .wrongValue(let path, _, _),
      .unknownStage(let path, _, _), .repeatedStage(let path, _), .repeatedCase(let path, _, _),
      .undeclaredMeasure(let path, _, _), .repeatedThread(let path, _, _):
      DescriptionFile.place(of: path, in: bytes)
    }
  }
}

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

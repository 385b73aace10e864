public import Decoding
public import Recordings

/// A file that people write beside their traces, read on its own.
public enum DescriptionFile {
  /// Reads a `suite.json`.
  ///
  /// - Parameter path: the file; its folder's name is the suite's id.
  /// - Returns: what it says.
  /// - Throws: when it cannot be read, or is wrong.
  public static func suite(at path: String) throws(TraceError) -> SuiteDescription {
    let bytes = try smallFile(path).bytes
    do {
      return try SuiteFile(bytes, id: harmless(resolvedName(of: folder(of: path)))).description
    } catch {
      throw .description(path: path, at: error.place(in: bytes), error)
    }
  }

  /// Reads a text.
  ///
  /// - Parameter path: the file.
  /// - Returns: what it says; what is no UTF-8 becomes `�`.
  /// - Throws: when it cannot be read, or has over 16 MiB.
  public static func text(at path: String) throws(TraceError) -> String {
    String(decoding: try smallFile(path).bytes, as: UTF8.self)
  }

  /// Where a value stands in a JSON file.
  ///
  /// - Parameters:
  ///   - key: the value, such as `thresholds.limits[2].limit`.
  ///   - path: the file.
  /// - Returns: `nil` when the file cannot be read any more, or there is no telling.
  public static func place(of key: String, in path: String) -> TextPlace? {
    (try? smallFile(path).bytes).flatMap { Self.place(of: key, in: $0) }
  }

  /// Where a value is in the bytes of a JSON file; `nil` if they are no JSON.
  static func place(of key: String, in bytes: [UInt8]) -> TextPlace? {
    (try? JSONTreeReader.read(bytes, dialect: .relaxed))?.place(of: key)
  }
}

extension DescriptionProblem {
  /// Where in the file the problem is; `nil` when there is no telling.
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

public import Decoding

/// One format of histories: what it is called, how it is recognised, how it is read.
///
/// A new format is one file in `Formats/` and one line in `all`.
public struct HistoryFormat: Sendable {
  /// The short name, such as `asv`; public interface.
  public let id: String

  /// The name in prose.
  public let title: String

  /// What is read, in a clause.
  public let summary: String

  /// What becomes of what the format has, for the documentation.
  public let mapping: [Mapping]

  /// Looks at a whole text.
  let recognise: @Sendable (HistoryContent) -> Bool

  /// Reads a text that was recognised; also tells the edition of the format, or nothing.
  let read:
    @Sendable (HistoryContent, inout HistoryContext) throws(HistoryError) -> (
      dialect: String, builder: HistoryBuilder
    )

  /// What one thing becomes.
  public struct Mapping: Sendable {
    /// What it becomes: `suite`, `stage`, `metrics`.
    public let subject: String
    /// Where it comes from, in a clause.
    public let source: String

    init(_ subject: String, _ source: String) {
      self.subject = subject
      self.source = source
    }
  }

  /// All formats, in the order in which a text is shown to them; at most one recognises it.
  public static let all: [HistoryFormat] = [
    .asv, .gitHubActionBenchmark, .bencher, .bencherMetricFormat, .hyperfine, .otavaCSV,
  ]

  /// Explains why a file is no trace: if it is a history in JSON, the result says so.
  ///
  /// - Parameter error: from a reader of traces.
  /// - Returns: `error` itself unless it is `unrecognised` and the file is such a history of at most 64 MiB.
  public static func explaining(_ error: TraceError) -> TraceError {
    guard case .unrecognised(let path, let start?, _, _, _) = error,
      start.hasPrefix("{") || start.hasPrefix("["), PathKind(path: path) == .file
    else { return error }
    return ofJSON(at: path).map { .refused(path: path, .history(format: $0.id)) } ?? error
  }

  private static func ofJSON(at path: String) -> HistoryFormat? {
    do throws(HistoryError) {
      var source = try HistorySource(path: path, limit: mostBytes)
      let content = try HistoryContent(&source, delimiter: nil)
      return all.first { $0.recognise(content) }
    } catch {
      return nil
    }
  }

  private static let mostBytes = 64 << 20

  /// The format of an id.
  ///
  /// - Parameter id: in any case.
  /// - Returns: `nil` when there is none.
  public static func named(_ id: String) -> HistoryFormat? {
    all.first { $0.id == id.lowercased() }
  }
}

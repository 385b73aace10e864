/// One format of histories: what it is called, how it is recognised, how it is read.
///
/// A new format is one file in `Histories/Formats/` and one line in `all`.
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

  /// The format of a JSON file, so that a reader of traces can tell the user to import it.
  ///
  /// - Parameters:
  ///   - path: of the file.
  ///   - bytes: its size; a large file is no history, and is not read again.
  /// - Returns: `nil` if it is no history, or cannot be read.
  static func ofJSON(at path: String, bytes: Int) -> HistoryFormat? {
    guard bytes <= mostBytes, PathKind(path: path) == .file else { return nil }
    do throws(HistoryError) {
      var source = try HistorySource(path: path)
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

public import Decoding
internal import System

/// A format of benchmark histories: its id and title, and the functions that recognize and read its files.
///
/// A new history format needs one file in `Formats/` and one line in `all`.
public struct HistoryFormat: Sendable {
  /// The short name of the history format, such as `asv`.
  ///
  /// The id is part of the public interface, so it never changes.
  public let id: String

  /// The name of the history format in prose, such as `Otava CSV`.
  public let title: String

  public let summary: String

  /// For the documentation: which data of the history format become each of Hitchmark's terms, such as suite and stage.
  public let mapping: [Mapping]

  /// The measures that the tool prints beside the one it leads with: an import stores them, and tables and checks leave
  /// them out unless they are asked for.
  public var besides: Set<String> = []

  let recognize: @Sendable (HistoryContent) -> Bool

  /// Reads a text that was recognized, and returns the version of the format, or an empty string.
  let read:
    @Sendable (HistoryContent, inout HistoryContext) throws(HistoryError) -> (
      dialect: String, builder: HistoryBuilder
    )

  /// One of Hitchmark's terms, such as suite, and the data of a history format that become it at import.
  public struct Mapping: Sendable {
    /// The Hitchmark term, such as `suite`, `stage` or `metrics`, for which the history format contains data.
    public let subject: String
    /// A short text about which data of the history format become the Hitchmark term at import, such as "the Bencher
    /// project becomes the suite".
    public let source: String

    init(_ subject: String, _ source: String) {
      self.subject = subject
      self.source = source
    }
  }

  /// All history formats, in the order in which `HistoryReader` tries them.
  ///
  /// At most one format recognizes a text that contains measurements.
  public static let all: [HistoryFormat] = [
    .asv, .gitHubActionBenchmark, .bencher, .bencherMetricFormat, .hyperfine, .otavaCSV,
  ]

  /// Runs a function that reads a trace; if the file is a benchmark history in JSON or JavaScript instead, the error names
  /// the format of the history.
  ///
  /// Files over 64 MiB are not looked at again.
  public static func explaining<Value>(
    _ read: () throws(TraceError) -> Value
  ) throws(TraceError) -> Value {
    do throws(TraceError) {
      return try read()
    } catch {
      throw explained(error)
    }
  }

  private static func explained(_ error: TraceError) -> TraceError {
    guard case .unrecognized(let path, let start?, _, _, _) = error,
      ["{", "[", HistoryContent.scriptName].contains(where: start.hasPrefix),
      Platform.kind(of: path) == .file
    else { return error }
    return ofJSON(at: path).map { .refused(path: path, .history(format: $0.id)) } ?? error
  }

  private static func ofJSON(at path: String) -> HistoryFormat? {
    do throws(HistoryError) {
      var source = try HistorySource(path: path, limit: mostBytes)
      let content = try HistoryContent(&source, delimiter: nil)
      return all.first { $0.recognize(content) }
    } catch {
      return nil
    }
  }

  private static let mostBytes = 64 << 20

  /// The history format with a given id, in upper or lower case; `nil` if no format has this id.
  public static func named(_ id: String) -> HistoryFormat? {
    all.first { $0.id == id.lowercased() }
  }
}

/// The options with which `hitchmark import` reads benchmark histories.
///
/// These options override what the histories contain.
public struct HistoryOptions: Sendable {
  /// The commit of all measurements in a benchmark history whose format contains no commits, such as hyperfine's.
  ///
  /// Other formats ignore this option.
  public var commit: String?
  /// The branch whose measurements are imported; `nil` for all branches.
  public var branch: String?
  /// The columns of a benchmark history's table to import as metrics; empty to import all columns with numbers.
  public var columns: [String] = []
  /// The name of the column with the commits in a benchmark history's table; by default, Hitchmark searches for common
  /// names such as `commit`.
  public var commitColumn: String?
  /// The name of the column with the times in a benchmark history's table; by default, Hitchmark searches for common
  /// names such as `date`.
  public var timeColumn: String?
  /// The character that separates cells in a benchmark history's table; by default, the most frequent separator in the
  /// header.
  ///
  /// If the header contains no separator, the default is a comma.
  public var delimiter: Delimiter?
  /// The names of metrics for which lower is better, even if the benchmark history declares the opposite.
  public var lessIsBetter: Set<String> = []
  /// The names of metrics for which higher is better, even if the benchmark history declares the opposite.
  public var moreIsBetter: Set<String> = []

  public init() {}

  /// A separator of cells in the table of a benchmark history.
  public enum Delimiter: String, Sendable, CaseIterable {
    case comma
    case semicolon
    case tab

    var byte: UInt8 {
      switch self {
      case .comma: Byte.comma
      case .semicolon: Byte.semicolon
      case .tab: 0x09
      }
    }
  }
}

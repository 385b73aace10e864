internal import Decoding

/// The options with which `hitchmark import` reads benchmark histories.
///
/// These options override what the histories contain.
public struct HistoryOptions: Sendable {
  /// The commit for measurements in benchmark histories that name no commit.
  public var commit: String?
  /// The branch whose measurements are imported; `nil` for all branches.
  public var branch: String?
  /// The columns of a history's table to import as metrics; empty for all columns with numbers.
  public var columns: [String] = []
  /// The name of the column that has the commits in a history's table; by default, common names such as `commit` are
  /// searched.
  public var commitColumn: String?
  /// The name of the column that has the times in a history's table; by default, common names such as `date` are
  /// searched.
  public var timeColumn: String?
  /// The separator of cells in a history's table; by default the most frequent separator in the header.
  ///
  /// If the header contains no separator, the default is a comma.
  public var delimiter: Delimiter?
  /// The names of metrics for which lower is better, whatever the history declares.
  public var lessIsBetter: Set<String> = []
  /// The names of metrics for which higher is better, whatever the history declares.
  public var moreIsBetter: Set<String> = []

  /// Creates the default options for reading benchmark histories.
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

internal import Decoding

/// Command-line options for histories.
///
/// They override what the histories contain.
public struct HistoryOptions: Sendable {
  /// The commit for histories that name none.
  public var commit: String?
  /// The branch to import; `nil` for all branches.
  public var branch: String?
  /// The columns of a table to import as metrics; empty for all columns with numbers.
  public var columns: [String] = []
  /// The column of a table with commits; by default found by name.
  public var commitColumn: String?
  /// The column of a table with times; by default found by name.
  public var timeColumn: String?
  /// The separator of cells; by default detected in the first line.
  public var delimiter: Delimiter?
  /// Names of metrics for which lower is better, whatever the history declares.
  public var lessIsBetter: Set<String> = []
  /// Names of metrics for which higher is better, whatever the history declares.
  public var moreIsBetter: Set<String> = []

  /// Creates the default options.
  public init() {}

  /// A separator of table cells.
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

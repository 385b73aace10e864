internal import Decoding

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

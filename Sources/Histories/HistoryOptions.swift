internal import Decoding

/// What a command line says of histories, over what they say themselves.
public struct HistoryOptions: Sendable {
  /// The commit of histories that name none.
  public var commit: String?
  /// The branch whose points count; `nil` for all.
  public var branch: String?
  /// The columns of a table that are metrics; empty for all that hold numbers.
  public var columns: [String] = []
  /// The column of a table that names commits; found by its name when not given.
  public var commitColumn: String?
  /// The column of a table that holds times; found by its name when not given.
  public var timeColumn: String?
  /// What stands between the cells of a table; found in its first line when not given.
  public var delimiter: Delimiter?
  /// Names of metrics of which less is better, whatever the history says.
  public var lessIsBetter: Set<String> = []
  /// Names of metrics of which more is better, whatever the history says.
  public var moreIsBetter: Set<String> = []

  /// Creates options that leave everything to the histories.
  public init() {}

  /// What may stand between the cells of a table.
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

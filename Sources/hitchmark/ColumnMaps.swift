internal import Arguments
internal import TraceReaders
internal import Workbench

/// The option `--map`, which describes files in unknown formats.
enum ColumnMaps {
  static let option = Option(
    repeating: "map", .keyValue.named("WHAT=COLUMN:UNIT"),
    help: "read a table of unknown format, such as timestamp=time:ms",
    details: """
      The column COLUMN has WHAT: timestamp or frame_time with one of the units \
      \(ColumnMap.units.joined(separator: ", ")), or fps, without a unit, for sampled frame rates.
      """
  ).shared

  /// The format of the files on the command line; `nil` to recognize it by content.
  ///
  /// - Parameter named: the format given by name; `nil` if none was.
  /// - Throws: if columns and a format were given, or the columns are invalid.
  static func format(
    _ values: ParsedValues, besides named: TraceFormat? = nil
  ) throws(Failure) -> TraceFormat? {
    let pairs = values[option].map { (target: $0.key, column: $0.value) }
    guard !pairs.isEmpty else { return named }
    guard named == nil else { throw .mapBesideFormat }
    do throws(ColumnMapFault) {
      return try ColumnMap(pairs).format
    } catch {
      throw .columns(error)
    }
  }
}

internal import Arguments
internal import TraceReaders
internal import Workbench

/// The option `--map`, which describes files in unknown formats.
enum ColumnMaps {
  static let option = Option(
    repeating: "map", .keyValue.named("WHAT=COLUMN:UNIT"),
    help: """
      Read a table in an unknown format, whose column COLUMN contains the quantity WHAT in UNIT, as in \
      timestamp=time:ms or frame_time=dt:s; fps=COLUMN reads sampled frame rates. The units of time are \(ColumnMap.units.joined(separator: ", ")).
      """)

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

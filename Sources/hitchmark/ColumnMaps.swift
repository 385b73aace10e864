internal import Arguments
internal import TraceReaders
internal import Workbench

/// What is said on a command line of the columns of files in no known format.
enum ColumnMaps {
  static let option = Option(
    repeating: "map", .keyValue.named("WHAT=COLUMN:UNIT"),
    help: """
      A column of files in an unknown format, such as timestamp=time:ms or frame_time=dt:s. Units \
      are \(ColumnMap.units.joined(separator: ", ")).
      """)

  /// The format that files are to be read in.
  ///
  /// - Parameters:
  ///   - values: of the command line.
  ///   - named: the format that was named; `nil` when none was.
  /// - Returns: `nil` when files are to be recognised.
  /// - Throws: when columns and a format were named, or the columns mean nothing.
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

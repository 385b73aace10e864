internal import Recordings

extension RunTable {
  /// The table `frame_part_time`: one row per frame and part with a duration.
  ///
  /// `idx` numbers the frames as in the table `frame`, from 1.
  static let framePartTimes = RunTable(
    name: "frame_part_time",
    declaration: """
      CREATE TABLE frame_part_time (
        run INTEGER, idx INTEGER, part TEXT, kind TEXT, duration_ns INTEGER)
      """
  ) { (decoder, run) throws(StoreError) in
    guard let parts = try decoder.parts(of: run) else { return .none }
    return RunRows(count: parts.entries.count) { row, column in
      let entry = parts.entries[row]
      let part = parts.parts[Int(entry.part)]
      return switch column {
      case 1: .integer(Int64(entry.frame) + 1)
      case 2: .text(part.name)
      case 3: .text(part.kind.rawValue)
      default: .integer(entry.duration)
      }
    }
  }
}

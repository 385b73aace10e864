import Analysis
import Foundation
import Recordings

/// The frame times of a simulated run: nanoseconds as little-endian 32-bit integers, in Base64.
///
/// Parsing one JSON number per frame would take longer than judging the run.
struct PackedFrames: Decodable {
  private let data: Data

  init(from decoder: any Decoder) throws {
    data = try decoder.singleValueContainer().decode(Data.self)
  }

  /// The run with the given metrics; the first frame is presented at 0.
  func summary(session: String? = nil, catalog: [Metric] = []) -> RunSummary {
    var presents: [Int64] = [0]
    presents.reserveCapacity(data.count / 4 + 1)
    data.withUnsafeBytes { bytes in
      for offset in stride(from: 0, to: bytes.count - 3, by: 4) {
        let value = UInt32(
          littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
        presents.append(presents[presents.count - 1] + Int64(value))
      }
    }
    var description = RunDescription()
    description.session = session
    let recording = Recording(
      origin: .init(source: "simulated", format: "simulated", dialect: "1"),
      timeline: .known(FrameTimeline(presents: NumberColumn(presents))), description: description)
    return RunSummary(of: recording, catalog: catalog)
  }
}

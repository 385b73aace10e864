import Recordings

@testable import RunStore

extension FuzzTarget {
  /// The packed columns of a store: what can be unpacked must survive packing and unpacking.
  ///
  /// The first byte chooses the kind of column, the next two are the declared count.
  static let packedColumn = FuzzTarget(name: "packed-column") { bytes in
    guard bytes.count >= 3 else { return nil }
    let count = Int(bytes[1]) << 8 | Int(bytes[2])
    let data = NumberColumn<UInt8>(Array(bytes.dropFirst(3)))
    let survives: Bool? =
      switch bytes[0] % 6 {
      case 0: try? presentsSurvive(count, data)
      case 1: try? kindsSurvive(count, data)
      case 2: try? blamesSurvive(count, data)
      case 3: try? signalSurvives(count, data)
      case 4: try? samplesSurvive(count, data)
      default: try? timedSamplesSurvive(count, data)
      }
    return survives == false ? "packing and unpacking changes a column" : nil
  }

  private typealias Bytes = NumberColumn<UInt8>

  private static func presentsSurvive(_ count: Int, _ data: Bytes) throws -> Bool {
    let presents = try PackedTimeline.presents(count, from: data)
    return try PackedTimeline.presents(count, from: PackedTimeline.pack(presents: presents))
      == presents
  }

  private static func kindsSurvive(_ count: Int, _ data: Bytes) throws -> Bool {
    let kinds = try PackedTimeline.kinds(count, from: data)
    return try PackedTimeline.kinds(count, from: PackedTimeline.pack(kinds: kinds)) == kinds
  }

  private static func blamesSurvive(_ count: Int, _ data: Bytes) throws -> Bool {
    let blames = try PackedTimeline.blames(count, from: data)
    return try PackedTimeline.blames(count, from: PackedTimeline.pack(blames: blames)) == blames
  }

  private static func signalSurvives(_ count: Int, _ data: Bytes) throws -> Bool {
    let column = try PackedTimeline.column(of: .cpuBusy, count, presents: [], from: data)
    let packed = PackedTimeline.pack(column, of: .cpuBusy, presents: [])
    return try PackedTimeline.column(of: .cpuBusy, count, presents: [], from: packed) == column
  }

  private static func samplesSurvive(_ count: Int, _ data: Bytes) throws -> Bool {
    let samples = try PackedSamples.unpack(count, times: nil, samples: data)
    let packed = PackedSamples.pack(samples)
    return try PackedSamples.unpack(count, times: packed.times, samples: packed.samples) == samples
  }

  /// The first half of the bytes are the times, the second half the samples.
  private static func timedSamplesSurvive(_ count: Int, _ data: Bytes) throws -> Bool {
    let half = data.count / 2
    let samples = try PackedSamples.unpack(
      count, times: Bytes(data[..<half]), samples: Bytes(data[half...]))
    let packed = PackedSamples.pack(samples)
    return try PackedSamples.unpack(count, times: packed.times, samples: packed.samples) == samples
  }
}

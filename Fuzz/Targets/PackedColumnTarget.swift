import Recordings

@testable import RunStore

extension FuzzTarget {
  /// The packed columns of a store: what can be unpacked must survive packing and unpacking.
  ///
  /// The first byte chooses the kind of column, the next two are the declared count.
  static let packedColumn = FuzzTarget(name: "packed-column") { bytes in
    guard bytes.count >= 3 else { return nil }
    let count = Int(bytes[1]) << 8 | Int(bytes[2])
    let data = Array(bytes.dropFirst(3))
    let survives: Bool? =
      switch bytes[0] % 6 {
      case 0: try? presentsSurvive(count, data)
      case 1: try? entriesSurvive(count, data, as: FrameKind.self)
      case 2: try? entriesSurvive(count, data, as: FrameBlame.self)
      case 3: try? signalSurvives(count, data)
      case 4: try? samplesSurvive(count, isTimed: false, data)
      default: try? samplesSurvive(count, isTimed: true, data)
      }
    return survives == false ? "packing and unpacking changes a column" : nil
  }

  private static func presentsSurvive(_ count: Int, _ data: [UInt8]) throws -> Bool {
    let presents = try PackedTimeline.presents(count, from: data)
    return try PackedTimeline.presents(count, from: PackedTimeline.pack(presents: presents))
      == presents
  }

  private static func entriesSurvive<Entry: RawRepresentable<UInt8> & Equatable>(
    _ count: Int, _ data: [UInt8], as type: Entry.Type
  ) throws -> Bool {
    let entries: NumberColumn<Entry> = try PackedTimeline.entries(count, from: data)
    return try PackedTimeline.entries(count, from: PackedTimeline.pack(entries)) == entries
  }

  private static func signalSurvives(_ count: Int, _ data: [UInt8]) throws -> Bool {
    let column = try PackedTimeline.column(of: .cpuBusy, count, presents: [], from: data)
    let packed = PackedTimeline.pack(column, of: .cpuBusy, presents: [])
    return try PackedTimeline.column(of: .cpuBusy, count, presents: [], from: packed) == column
  }

  /// The parts of the bytes, of equal length, are the lengths, the values, and the times if there are any.
  ///
  /// The count chooses the scale of the values, too.
  private static func samplesSurvive(_ count: Int, isTimed: Bool, _ data: [UInt8]) throws -> Bool {
    let part = data.count / (isTimed ? 3 : 2)
    let scale = DecimalScale.all.indices.contains(count % 32) ? DecimalScale.all[count % 32] : nil
    let samples = try PackedSamples(
      times: isTimed ? Array(data[(2 * part)...]) : nil, lengths: Array(data[..<part]),
      values: Array(data[part..<(2 * part)]), scale: scale
    ).samples(count)
    return try PackedSamples(samples).samples(count) == samples
  }
}

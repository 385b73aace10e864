import Recordings
import TestSupport
import Testing

@testable import RunStore

@Suite("Packed columns")
struct PackedColumnTests {
  private func packed(_ values: [Int64], _ order: PackedColumn.Order) -> [UInt8] {
    var writer = ByteWriter()
    PackedColumn.pack(NumberColumn(values), as: order, into: &writer)
    return Array(writer.finish())
  }

  private func unpacked(_ bytes: [UInt8], count: Int) throws(PackingProblem) -> [Int64] {
    var reader = ByteReader(NumberColumn(bytes))
    let values = try PackedColumn.unpack(count, from: &reader)
    try reader.finish()
    return Array(values)
  }

  @Test(
    "Any numbers come back, whatever the width and the length of the last block",
    arguments: [0, 1, 2, 3, 127, 128, 255, 256, 257, 513],
    [PackedColumn.Order.values, .differences])
  func anyNumbers(count: Int, order: PackedColumn.Order) throws {
    for width in 0...63 {
      var random = SeededGenerator(seed: UInt64(width * 1000 + count))
      let bound = Int64(bitPattern: (UInt64(1) << UInt64(width)) - 1)
      let values = (0..<count).map { _ in
        let rare = Int.random(in: 0..<40, using: &random) == 0
        return rare
          ? Int64.random(in: .min ... .max, using: &random)
          : Int64.random(in: 0...max(bound, 0), using: &random)
      }
      #expect(try unpacked(packed(values, order), count: count) == values)
    }
  }

  @Test(
    "Extremes come back",
    arguments: [
      [Int64.min], [.max, .min], [.min, .max, 0, -1, 1], [.min, .min, .min], [.min, 0, .min, 0],
    ])
  func extremes(values: [Int64]) throws {
    #expect(try unpacked(packed(values, .values), count: values.count) == values)
    #expect(try unpacked(packed(values, .differences), count: values.count) == values)
  }

  @Test("Even frames cost three bytes a block")
  func evenFrames() {
    let presents = (0...1280).map { Int64($0) * 16_666_667 }
    #expect(packed(presents, .differences).count == 1 + 1 + 4 + 5 * 3)
  }

  @Test("A hitch costs a few bytes and does not widen its block")
  func hitch() {
    var values = (0..<128).map { 16_000_000 + Int64($0 % 16) }
    let without = packed(values, .values).count
    values[60] = 700_000_000
    values[61] = 1_000_000
    #expect(packed(values, .values).count <= without + 12)
  }

  @Test("Noise at a tenth of a microsecond costs little more than its entropy")
  func noise() {
    var random = SeededGenerator(seed: 1)
    var presents: [Int64] = [0]
    for _ in 0..<20_000 {
      // The sum of four dice is nearly normal; its deviation here is half a millisecond.
      let dice = (0..<4).map { _ in Int64.random(in: 0..<8_660, using: &random) }
      presents.append((presents.last ?? 0) + 100 * (150_000 + dice.reduce(0, +)))
    }
    // log2(5,000 · √(2πe)) is 14.3 bits, which is 1.79 bytes.
    let bytesPerFrame = Double(packed(presents, .differences).count) / 20_000
    #expect(bytesPerFrame < 1.87)
  }

  @Test(
    "The layout is the one that docs/store.md describes",
    arguments: [
      (
        [1000, 1100, 1300, 1600, 2000], PackedColumn.Order.differences,
        [3, 0xD0, 0x0F, 100, 2, 0, 2, 0xE4]
      ),
      (
        [83, 97, 104, 100, 108, 101, 96, 99], .values,
        [2, 1, 0x83, 0, 0xC8, 1, 0x29, 0, 0x3D, 0xB0, 0x79]
      ),
    ] as [([Int64], PackedColumn.Order, [UInt8])])
  func layout(values: [Int64], order: PackedColumn.Order, bytes: [UInt8]) throws {
    #expect(packed(values, order) == bytes)
    #expect(try unpacked(bytes, count: values.count) == values)
    var stranger = StorePageDecoder(bytes)
    #expect(stranger.integers(values.count) == values)
  }

  @Test("Noise with hitches can be read by whoever goes by docs/store.md")
  func stranger() {
    for spread in [0, 3, 40, 9_000, 5_000_000, 1 << 40, Int64.max / 3] {
      var random = SeededGenerator(seed: UInt64(spread))
      let values = (0..<700).map { index -> Int64 in
        let dice = (0..<4).map { _ in Int64.random(in: 0...spread / 4, using: &random) }
        return 16_000_000 &+ dice.reduce(0, &+) &* (index % 100 == 50 ? 9 : 1)
      }
      for order in [PackedColumn.Order.values, .differences] {
        var stranger = StorePageDecoder(packed(values, order))
        #expect(stranger.integers(values.count) == values)
        #expect(stranger.isAtEnd)
      }
    }
  }

  @Test("Columns of the former encoding can be read", arguments: FormerColumn.all)
  func former(column: FormerColumn) throws {
    #expect(try unpacked(column.bytes, count: column.values.count) == column.values)
    var stranger = StorePageDecoder(column.bytes)
    #expect(stranger.integers(column.values.count) == column.values)
    #expect(stranger.isAtEnd)
  }

  @Test("Cut off anywhere, it is an error")
  func cutOff() {
    let values = (0..<200).map { Int64($0 * $0 * 7919 % 10_007) }
    let bytes = packed(values, .values)
    for length in 0..<bytes.count {
      #expect(throws: PackingProblem.self) {
        try unpacked(Array(bytes.prefix(length)), count: values.count)
      }
    }
    #expect(throws: PackingProblem.leftOver(bytes: 1)) {
      try unpacked(bytes + [0], count: values.count)
    }
  }

  @Test("A count beyond reason is refused before room is made for it")
  func hugeCount() {
    #expect(throws: PackingProblem.truncated) {
      try unpacked([2, 1, 0, 0, 0], count: 1 << 50)
    }
    #expect(throws: PackingProblem.outOfRange) { try unpacked([2, 1], count: -1) }
  }
}

@Suite("Damaged bytes")
struct DamagedBytesTests {
  /// Every way to read bytes; what they give does not matter, only that they end.
  private func readEverything(_ bytes: [UInt8], count: Int) {
    let presents = NumberColumn((0...max(count, 0)).map { Int64($0) })
    let bytes = NumberColumn(bytes)
    _ = try? PackedTimeline.presents(count + 1, from: bytes)
    _ = try? PackedTimeline.kinds(count, from: bytes)
    _ = try? PackedTimeline.blames(count, from: bytes)
    let frames = presents.count - 1
    _ = try? PackedTimeline.column(of: .display, frames, presents: presents, from: bytes)
    _ = try? PackedTimeline.column(of: .cpuBusy, frames, presents: presents, from: bytes)
    _ = try? PackedTimeline.column(of: .display, frames, presents: [], from: bytes)
    _ = try? PackedSamples.unpack(count, times: nil, samples: bytes)
    _ = try? PackedSamples.unpack(count, times: bytes, samples: bytes)
  }

  @Test("Random bytes never crash", arguments: 0..<8)
  func random(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<500 {
      let length = Int.random(in: 0...80, using: &random)
      let bytes = (0..<length).map { _ in
        Bool.random(using: &random)
          ? UInt8.random(in: 0...3, using: &random) : .random(in: 0...255, using: &random)
      }
      readEverything(bytes, count: Int.random(in: 0...300, using: &random))
    }
  }

  @Test("Flipped bits never crash", arguments: 1..<12)
  func flipped(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let packed = PackedRecording(Made.anything(seed: seed))
    let blobs =
      packed.columns.map { ($0.count, Array($0.data)) }
      + packed.counters.flatMap { counter in
        [counter.samples, counter.times].compactMap(\.self).map { (counter.count, Array($0)) }
      }
    for (count, data) in blobs where !data.isEmpty {
      for _ in 0..<40 {
        var bytes = data
        bytes[Int.random(in: 0..<bytes.count, using: &random)] ^=
          1 << UInt8.random(in: 0..<8, using: &random)
        readEverything(bytes, count: count)
        readEverything(
          Array(bytes.prefix(Int.random(in: 0...bytes.count, using: &random))), count: count)
      }
    }
  }

  @Test("Presents that do not increase are refused")
  func notIncreasing() {
    let bytes = PackedTimeline.pack(presents: [5, 5])
    #expect(throws: PackingProblem.notIncreasing) { try PackedTimeline.presents(2, from: bytes) }
  }
}

@Suite("Packed numbers")
struct PackedNumbersTests {
  private func roundTrip(_ numbers: [Double]) throws -> (bits: [UInt64], bytes: Int) {
    var writer = ByteWriter()
    PackedNumbers.pack(numbers, into: &writer)
    var reader = ByteReader(writer.finish())
    let back = try PackedNumbers.unpack(numbers.count, from: &reader)
    try reader.finish()
    return (back.map(\.bitPattern), writer.finish().count)
  }

  @Test(
    "Every bit comes back",
    arguments: [
      [], [0.0], [-0.0], [0.1, 0.25, 45.3], [1e300, -1e-300, .pi], [.greatestFiniteMagnitude],
      [0x1p53, 0x1p53 + 2], [1.0 / 3], [45.3 / 100, 99.9 / 100], [0.1, 99.9 / 100, 1.0 / 3],
    ] as [[Double]])
  func everyBit(numbers: [Double]) throws {
    #expect(try roundTrip(numbers).bits == numbers.map(\.bitPattern))
  }

  @Test("Percentages with one decimal cost less than eleven bits, however they were divided")
  func percentages() throws {
    for divisors in [(1000.0, 1.0), (10, 100)] {
      let numbers = (0..<1280).map { Double(($0 * 7919) % 1000) / divisors.0 / divisors.1 }
      let (bits, bytes) = try roundTrip(numbers)
      #expect(bits == numbers.map(\.bitPattern))
      #expect(bytes <= 1280 * 11 / 8)
    }
  }
}

import Recordings
import TestSupport
import Testing

@testable import RunStore

@Suite("Packed columns")
struct PackedColumnTests {
  private func packed(_ values: [Int64], _ order: PackedColumn.Order) -> [UInt8] {
    PackedColumn.pack(values.count, as: order) { values[$0] }
  }

  private func unpacked(
    _ bytes: [UInt8], count: Int, _ order: PackedColumn.Order = .values
  ) throws(PackingProblem) -> [Int64] {
    Array(try PackedColumn.unpack(count, as: order, from: bytes))
  }

  @Test(
    "Unpacked numbers equal the packed ones, at any width",
    arguments: [0, 1, 2, 300], [PackedColumn.Order.values, .differences])
  func anyNumbers(count: Int, order: PackedColumn.Order) throws {
    for width in 0...63 {
      var random = SeededGenerator(seed: UInt64(width * 1000 + count))
      let bound = Int64(bitPattern: (UInt64(1) << UInt64(width)) - 1)
      let values = (0..<count).map { _ in
        let isRare = Int.random(in: 0..<40, using: &random) == 0
        return isRare
          ? Int64.random(in: .min ... .max, using: &random)
          : Int64.random(in: 0...max(bound, 0), using: &random)
      }
      #expect(try unpacked(packed(values, order), count: count, order) == values)
    }
  }

  @Test("Columns longer than any buffer are unpacked", arguments: [131_072, 131_073, 300_000])
  func long(count: Int) throws {
    let values = (0..<count).map { Int64($0 * 7919 % 100_003) - 50_000 }
    for order in [PackedColumn.Order.values, .differences] {
      #expect(try unpacked(packed(values, order), count: count, order) == values)
    }
  }

  @Test(
    "Extreme numbers are unpacked",
    arguments: [
      [Int64.min], [.max, .min], [.min, .max, 0, -1, 1], [.min, .min, .min], [.min, 0, .min, 0],
      [-6, 9, .min, 0], [.min + 1, .max],
    ])
  func extremes(values: [Int64]) throws {
    for order in [PackedColumn.Order.values, .differences] {
      #expect(try unpacked(packed(values, order), count: values.count, order) == values)
    }
  }

  @Test("The step is the GCD of all entries that are not missing")
  func step() {
    func step(_ values: [Int64], _ order: PackedColumn.Order = .values) -> Int64 {
      packed(values, order)[16..<24].reversed().reduce(0) { $0 << 8 | Int64($1) }
    }
    #expect(step([300, -200, .min, 0]) == 100)
    #expect(step([1_007, 1_307, 1_507], .differences) == 100)
    #expect(step([0, 0]) == 1 && step([]) == 1)
    #expect(step([300, 7, 8]) == 1)
  }

  @Test("Equal frame times cost next to nothing")
  func evenFrames() {
    let presents = (0...100_000).map { Int64($0) * 16_666_667 }
    #expect(packed(presents, .differences).count < 200)
  }

  @Test("Noise in steps of 100 ns costs little more than its entropy")
  func noise() {
    var random = SeededGenerator(seed: 1)
    var presents: [Int64] = [0]
    for _ in 0..<20_000 {
      // The sum of four dice is nearly normal; its standard deviation here is half a millisecond.
      let dice = (0..<4).map { _ in Int64.random(in: 0..<8_660, using: &random) }
      presents.append((presents.last ?? 0) + 100 * (150_000 + dice.reduce(0, +)))
    }
    // log2(5,000 · √(2πe)) is 14.3 bits, which is 1.79 bytes.
    let bytesPerFrame = Double(packed(presents, .differences).count) / 20_000
    #expect(bytesPerFrame < 1.95)
  }

  @Test("Bytes that another program packed are unpacked")
  func layout() throws {
    #expect(
      try unpacked(FixedColumn.bytes, count: FixedColumn.values.count, .differences)
        == FixedColumn.values)
  }

  @Test("A column that was truncated or has trailing bytes is an error")
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

  @Test(
    "A count that exceeds what the bytes can contain is refused before memory is allocated for it")
  func counts() throws {
    let bytes = packed([1, 2, 3], .values)
    #expect(throws: PackingProblem.wrongCount(found: 3, expected: 1 << 50)) {
      try unpacked(bytes, count: 1 << 50)
    }
    #expect(throws: PackingProblem.wrongCount(found: 3, expected: -1)) {
      try unpacked(bytes, count: -1)
    }
    // A zstd frame header that claims 2⁵³ bytes, and an empty block.
    let frame: [UInt8] = [0x28, 0xB5, 0x2F, 0xFD, 0xE0, 0, 0, 0, 0, 0, 0, 0x20, 0, 1, 0, 0]
    #expect(throws: PackingProblem.outOfRange) {
      try unpacked(Array(repeating: 0, count: 24) + frame, count: 1 << 50)
    }
  }

  @Test("Noise is always plausible, and billions of equal entries never are")
  func plausible() {
    #expect(PackedColumn.isPlausible(count: 1 << 22, bytes: 0))
    #expect(PackedColumn.isPlausible(count: 1 << 40, bytes: 1 << 40))
    #expect(!PackedColumn.isPlausible(count: 1 << 32, bytes: 1 << 20))
    #expect(!PackedColumn.isPlausible(count: -1, bytes: 9))
    #expect(!PackedColumn.isPlausible(count: .max, bytes: 9))
  }
}

@Suite("Damaged bytes")
struct DamagedBytesTests {
  /// Decodes bytes with every decoder; any result is accepted, except crashes and endless loops.
  private func readEverything(_ bytes: [UInt8], count: Int) {
    let presents = NumberColumn((0...max(count, 0)).map { Int64($0) })
    _ = try? PackedTimeline.presents(count + 1, from: bytes)
    _ = try? PackedTimeline.entries(count, from: bytes) as NumberColumn<FrameKind>
    _ = try? PackedTimeline.entries(count, from: bytes) as NumberColumn<FrameBlame>
    let frames = presents.count - 1
    _ = try? PackedTimeline.column(of: .display, frames, presents: presents, from: bytes)
    _ = try? PackedTimeline.column(of: .cpuBusy, frames, presents: presents, from: bytes)
    _ = try? PackedTimeline.column(of: .display, frames, presents: [], from: bytes)
    for scale in [nil, DecimalScale(decimals: 1, isPercent: true)] {
      _ = try? PackedSamples(times: nil, lengths: bytes, values: bytes, scale: scale).samples(count)
      _ = try? PackedSamples(times: bytes, lengths: bytes, values: bytes, scale: scale)
        .samples(count)
    }
  }

  @Test("Random bytes never crash", arguments: 0..<8)
  func random(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    // Half of the inputs begin with a header and the magic number of zstd.
    let beginning: [UInt8] = Array(repeating: 0, count: 24) + [0x28, 0xB5, 0x2F, 0xFD]
    for round in 0..<500 {
      let length = Int.random(in: 0...80, using: &random)
      let bytes = (0..<length).map { _ in UInt8.random(in: 0...255, using: &random) }
      readEverything(
        round % 2 == 0 ? bytes : beginning + bytes, count: Int.random(in: 0...300, using: &random))
    }
  }

  @Test("Flipped bits never crash", arguments: 1..<12)
  func flipped(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let packed = PackedRecording(Made.anything(seed: seed))
    let blobs =
      packed.columns.map { ($0.count, $0.data) }
      + packed.counters.flatMap { counter in
        let samples = counter.samples
        return [samples.lengths, samples.values, samples.times].compactMap(\.self).map {
          (counter.count, $0)
        }
      }
    for (count, data) in blobs {
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

@Suite("Packed samples")
struct PackedSamplesTests {
  @Test(
    "Every bit of a number is unpacked",
    arguments: [
      [], [0.0], [-0.0], [0.1, 0.25, 45.3], [1e300, -1e-300, .pi], [.greatestFiniteMagnitude],
      [0x1p53, 0x1p53 + 2], [1.0 / 3], [45.3 / 100, 99.9 / 100], [0.1, 99.9 / 100, 1.0 / 3],
      [nil, 1, nil], [nil, -0.0, 1.0 / 3, nil],
    ] as [[Double?]])
  func everyBit(numbers: [Double?]) throws {
    let samples = SampleColumn(times: numbers.indices.map { Int64($0) }, values: numbers)
    let unpacked = try PackedSamples(samples).samples(numbers.count)
    #expect(unpacked == samples)
    let bits = unpacked.stretches.map { $0.value?.bitPattern }
    #expect(bits == samples.stretches.map { $0.value?.bitPattern })
  }

  @Test("Percentages with one decimal cost less than 13 bits, however they were divided")
  func percentages() throws {
    for divisors in [(1000.0, 1.0), (10, 100)] {
      let numbers = (0..<1280).map { Double(($0 * 7919) % 1000) / divisors.0 / divisors.1 }
      let packed = PackedSamples(SampleColumn(times: (0..<1280).map(Int64.init), values: numbers))
      #expect(packed.scale != nil)
      #expect(packed.values.count <= 1280 * 13 / 8)
    }
  }
}

/// A column that Python packed, which detects changes of the layout.
private enum FixedColumn {
  static let values: [Int64] = [1_000, 1_100, 1_300, 1_600, 2_000, 102_000, 102_100]
  static let bytes: [UInt8] = [
    0xBC, 0x02, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x2C, 0x01, 0x00, 0x00, 0x00, 0x00, 0x00,
    0x00, 0x64, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x28, 0xB5, 0x2F, 0xFD, 0x20, 0x38,
    0x95, 0x00, 0x00, 0x50, 0x00, 0x03, 0x01, 0x00, 0x02, 0xCA, 0x03, 0x00, 0x07, 0x00, 0x02,
    0x00, 0x01, 0x60, 0x0B, 0x70, 0x01,
  ]
}

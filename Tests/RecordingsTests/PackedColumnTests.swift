import Recordings
import Testing
import Units

/// What goes into a packed column comes out of it.
@Suite("Packed columns")
struct PackedColumnTests {
  private static let far: [Nanoseconds?] = [
    nil, 0, .max, .min + 1, nil, 5, 5 + (1 << 31), 5 - (1 << 31), -1, .max, nil, 1 << 40,
  ]

  /// Two shelves and a part, of times 17 ms apart with one missing in a hundred.
  private static let steady: [Nanoseconds?] = (0..<150_000).map { (index: Int) -> Nanoseconds? in
    index % 100 == 3 ? nil : Nanoseconds(index) * 17_000_000
  }
  /// Blocks that begin with nothing, and jumps of an hour and back.
  private static let jumping: [Nanoseconds?] = (0..<20_000).map { (index: Int) -> Nanoseconds? in
    index % 64 < 3 ? nil : Nanoseconds(index % 7) * 3_600_000_000_000
  }
  private static let gapped: [Nanoseconds?] = far + Array(repeating: nil, count: 1000) + far

  @Test(
    "every entry of a column comes back, near or far, over blocks and shelves",
    arguments: [far, steady, jumping, gapped])
  func entries(values: [Nanoseconds?]) {
    let column = OptionalColumn(values)
    #expect(Array(column) == values)
    #expect(column.count == values.count)
    #expect(Array(column.known) == values.compactMap(\.self))
    #expect(!column.isAllMissing)
    #expect(column == OptionalColumn(values))
  }

  @Test(
    "a column too long for memory reads as it was written, again and again, and its copies go their own ways"
  )
  func long() {
    func entry(_ index: Int) -> Nanoseconds? {
      index % 50 == 7
        ? nil : index % 9_999 == 0 ? .max - Nanoseconds(index) : Nanoseconds(index) * 9
    }
    var column = OptionalColumn((0..<1_200_000).lazy.map(entry))
    let copy = column
    for index in 1_200_000..<1_300_000 { column.append(entry(index)) }
    for _ in 0..<2 {
      #expect(column.elementsEqual((0..<1_300_000).lazy.map(entry)))
      #expect(copy.elementsEqual((0..<1_200_000).lazy.map(entry)))
    }
    #expect(column != copy && column[1_150_000] == entry(1_150_000))
    var pass = OptionalColumn.Pass(over: column)
    for index in stride(from: 0, to: 1_300_000, by: 77_777) {
      #expect(pass.entry(at: index) == entry(index))
    }
    #expect(column[0] == entry(0) && column[1_100_000] == entry(1_100_000))
  }

  @Test("a column without a value is all missing, and the least number counts as missing")
  func missing() {
    #expect(OptionalColumn().isAllMissing)
    let column = OptionalColumn([nil, .min, nil])
    #expect(column.isAllMissing)
    #expect(Array(column) == [nil, nil, nil])
  }

  /// With four decimals, as engines write them, of megabytes that become bytes.
  private static let megabytes: [Double?] = (0..<5000).map { (index: Int) -> Double? in
    Double(20_000_000 + index * 7919 % 500_000) / 1e4 * 1e6
  }
  /// Of no decimals at all.
  private static let roots: [Double?] = (0..<5000).map { (index: Int) -> Double? in
    (Double(index) * 0.7).squareRoot()
  }
  /// Percent that become fractions.
  private static let percent: [Double?] = (0..<5000).map { (index: Int) -> Double? in
    Double(index * 37 % 1000) / 10 / 100
  }
  /// Equal ones, a few and very many.
  private static let equal: [Double?] =
    Array(repeating: 7, count: 254) + [8] + Array(repeating: nil, count: 300) + [9, 9, 9, 1]
    + Array(repeating: 2, count: 70_000) + [3]
  /// Whole numbers, numbers far apart, 0 below and above 0, none, and then decimals.
  private static let mixed: [Double?] =
    megabytes + [1e300, -1e-300, 0, 7, -0.0, nil, 1, nil, .leastNonzeroMagnitude, 0x1p53, -0x1p60]
    + roots + percent + equal

  @Test(
    "every sample comes back to the bit",
    arguments: [megabytes, roots, percent, equal, mixed])
  func samples(values: [Double?]) {
    var column = SampleColumn()
    for value in values { column.appendWithFrame(value) }
    let read = column.stretches.flatMap { Array(repeating: $0.value, count: $0.count) }
    #expect(read.map { $0?.bitPattern } == values.map { $0?.bitPattern })
    #expect(column.count == values.count)
  }
}

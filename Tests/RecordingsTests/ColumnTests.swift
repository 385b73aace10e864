import Recordings
import Testing
import Units

@Suite("Columns")
struct ColumnTests {
  private static let far: [Nanoseconds?] = [
    nil, 0, .max, .min + 1, nil, 5, 5 + (1 << 31), 5 - (1 << 31), -1, .max, nil, 1 << 40,
  ]

  /// Times 17 ms apart, one in a hundred missing: entry 127 is the first one over 2³¹.
  private static let steady: [Nanoseconds?] = (0..<150_000).map { (index: Int) -> Nanoseconds? in
    index % 100 == 3 ? nil : Nanoseconds(index) * 17_000_000
  }
  /// Missing entries, and jumps of an hour and back.
  private static let jumping: [Nanoseconds?] = (0..<20_000).map { (index: Int) -> Nanoseconds? in
    index % 64 < 3 ? nil : Nanoseconds(index % 7) * 3_600_000_000_000
  }
  private static let gapped: [Nanoseconds?] = far + Array(repeating: nil, count: 1000) + far

  /// The numbers next to the limits of 32 bits, and the number that marks a missing entry there.
  private static let edges: [Nanoseconds?] = [
    Nanoseconds(Int32.max), Nanoseconds(Int32.min) + 1, nil, Nanoseconds(Int32.min), 7, nil,
  ]

  /// Swift Testing prints the arguments of each test case, so a case gets the name of a column and not its values.
  private static let columns = [
    "far": far, "steady": steady, "jumping": jumping, "gapped": gapped, "edges": edges,
    "missing first": [nil, 1, 2], "single": [5],
  ]

  @Test(
    "every entry of a column is unchanged, whether it fits into 32 bits or not",
    arguments: columns.keys.sorted())
  func entries(name: String) throws {
    let values = try #require(Self.columns[name])
    let column = OptionalColumn(values)
    #expect(Array(column) == values)
    #expect(column.indices.map { column[$0] } == values)
    #expect(column.count == values.count)
    #expect(Array(column.known) == values.compactMap(\.self))
    #expect(!column.isAllMissing)
    #expect(column == OptionalColumn(values))
  }

  @Test("columns differ if an entry or their length differs", arguments: ["far", "steady"])
  func difference(name: String) throws {
    let values = try #require(Self.columns[name])
    var changed = values
    changed[values.count / 2] = 1
    #expect(OptionalColumn(values) != OptionalColumn(changed))
    #expect(OptionalColumn(values) != OptionalColumn(values.dropLast()))
  }

  @Test("copies of a column are independent", arguments: [Nanoseconds(1), 1 << 40])
  func copies(first: Nanoseconds) {
    let left = OptionalColumn([first, nil])
    var right = left
    right.append(.max)
    #expect(Array(left) == [first, nil])
    #expect(Array(right) == [first, nil, .max])
  }

  @Test(
    "a column without values has only missing entries, and the smallest number counts as missing")
  func missing() {
    #expect(OptionalColumn().isAllMissing)
    let column = OptionalColumn([nil, .min, nil])
    #expect(column.isAllMissing)
    #expect(Array(column) == [nil, nil, nil])
  }

  /// Megabytes with four decimals, as engines write them, converted to bytes.
  private static let megabytes: [Double?] = (0..<5000).map { (index: Int) -> Double? in
    Double(20_000_000 + index * 7919 % 500_000) / 1e4 * 1e6
  }
  /// Numbers that no number of decimals represents.
  private static let roots: [Double?] = (0..<5000).map { (index: Int) -> Double? in
    (Double(index) * 0.7).squareRoot()
  }
  /// Percentages converted to fractions.
  private static let percent: [Double?] = (0..<5000).map { (index: Int) -> Double? in
    Double(index * 37 % 1000) / 10 / 100
  }
  /// Runs of equal numbers, a few and very many.
  private static let equal: [Double?] =
    Array(repeating: 7, count: 254) + [8] + Array(repeating: nil, count: 300) + [9, 9, 9, 1]
    + Array(repeating: 2, count: 70_000) + [3]
  /// Integers, numbers far apart, positive and negative zero, missing entries, and then decimals.
  private static let mixed: [Double?] =
    megabytes + [1e300, -1e-300, 0, 7, -0.0, nil, 1, nil, .leastNonzeroMagnitude, 0x1p53, -0x1p60]
    + roots + percent + equal

  private static let sampleColumns = [
    "megabytes": megabytes, "roots": roots, "percent": percent, "equal": equal, "mixed": mixed,
  ]

  @Test("every sample is unchanged, to the bit", arguments: sampleColumns.keys.sorted())
  func samples(name: String) throws {
    let values = try #require(Self.sampleColumns[name])
    var column = SampleColumn()
    for value in values { column.appendWithFrame(value) }
    let read = column.stretches.flatMap { Array(repeating: $0.value, count: $0.count) }
    #expect(read.map { $0?.bitPattern } == values.map { $0?.bitPattern })
    #expect(column.count == values.count)
  }
  @Test("equal neighbors are stored once; lengths are stored from the first repetition on")
  func stretches() {
    var stretches = SampleStretches()
    stretches.append(1, count: 1)
    stretches.append(2, count: 1)
    #expect(stretches.map(\.count) == [1, 1])
    stretches.append(2, count: 3)
    stretches.append(nil, count: 2)
    stretches.append(nil, count: 1)
    stretches.append(3, count: 1)
    #expect(stretches.map(\.count) == [1, 4, 3, 1])
    #expect(stretches.map(\.value) == [1, 2, nil, 3])
    var long = SampleStretches()
    long.append(5, count: 1 << 40)
    #expect(Array(long) == [.init(value: 5, count: 1 << 40)])
  }
}

import Foundation
import TestSupport
import Testing

@testable import Recordings

@Suite("Number columns")
struct NumberColumnTests {
  private typealias Column = NumberColumn<Int64>

  /// Numbers that a shelf of this length holds: 65,536 bytes.
  private static let shelf = 8192

  /// Where a column's shelves go.
  enum Place: CaseIterable {
    case memory, file, nowhere

    var builder: NumberColumn<Int64>.Builder {
      switch self {
      case .memory: .init()
      case .file: .init(memory: 1 << 16, shelf: 1 << 16)
      case .nowhere: .init(memory: 1 << 16, shelf: 1 << 16, file: ColumnFile(in: ["/nowhere"]))
      }
    }
  }

  private static func numbers(_ count: Int) -> [Int64] {
    var random = SeededGenerator(seed: UInt64(count))
    return (0..<count).map { _ in .random(in: .min ... .max, using: &random) }
  }

  private static func column(_ numbers: [Int64], in place: Place) -> Column {
    var builder = place.builder
    for number in numbers { builder.append(number) }
    return builder.finish()
  }

  @Test(
    "Whatever goes in comes out, wherever shelves end and go", arguments: Place.allCases,
    [
      0, 1, 7, shelf - 1, shelf, shelf + 1, 2 * shelf - 1, 2 * shelf, 2 * shelf + 1, 20 * shelf,
      40 * shelf + 3,
    ])
  func entries(place: Place, count: Int) {
    let numbers = Self.numbers(count)
    let column = Self.column(numbers, in: place)
    #expect(column.count == count)
    #expect(Array(column) == numbers)
    #expect(column.indices.map { column[$0] } == numbers)
    #expect(column.withUnsafeBufferPointer { Array($0) } == numbers)
    #expect(column == Column(numbers))
    #expect(column.first == numbers.first && column.last == numbers.last)
  }

  @Test("Columns differ where a number or their length does", arguments: Place.allCases)
  func difference(place: Place) {
    var numbers = Self.numbers(3 * Self.shelf)
    let column = Self.column(numbers, in: place)
    numbers[2 * Self.shelf] ^= 1
    #expect(column != Column(numbers))
    #expect(column != Column(numbers.dropLast()))
  }

  @Test("A part is walked over alone, and again after its memory was given back")
  func parts() {
    let numbers = Self.numbers(40 * Self.shelf)
    let column = Self.column(numbers, in: .file)
    for part in [0..<0, 5..<6, 8191..<8193, 1..<numbers.count, 9_000..<300_001] {
      var (walk, found) = (column.numbers(at: part), [Int64]())
      while let number = walk.next() { found.append(number) }
      #expect(found == Array(numbers[part]))
      #expect(walk.next() == nil)
      column.release(part)
    }
    #expect(Array(column) == numbers)
  }

  @Test("Stretches cover all positions once and in order", arguments: Place.allCases)
  func stretches(place: Place) {
    let numbers = Self.numbers(40 * Self.shelf + 3)
    let column = Self.column(numbers, in: place)
    var ranges: [Range<Int>] = []
    column.forEachStretch { ranges.append($0) }
    #expect(ranges.flatMap(\.self) == Array(numbers.indices))
    #expect(ranges.allSatisfy { $0.lowerBound % 1024 == 0 })
    // Beside tests that fill memory with columns, any may go to a file.
    #expect(place != .file || column.memory.isInFile)
    #expect(ranges.count == (column.memory.isInFile ? 3 : 1))
    Self.column([], in: place).forEachStretch { _ in Issue.record("no stretch of nothing") }
  }

  @Test("Numbers are added many at a time as they are one by one", arguments: Place.allCases)
  func batches(place: Place) {
    var (builder, all) = (place.builder, [Int64]())
    for count in [3, 0, 8189, 1, 8192, 20_000, 100_000] {
      let numbers = Self.numbers(count)
      numbers.withUnsafeBufferPointer { builder.append(contentsOf: $0) }
      all += numbers
      #expect(builder.last == all.last)
      #expect(builder.count == all.count)
    }
    #expect(Array(builder.finish()) == all)
  }

  @Test("Copies of a builder go on alone, though one file holds what both have put away")
  func copies() {
    var left = Place.file.builder
    for number in 0..<Int64(20_000) { left.append(number) }
    let early = left.finish()
    var right = left
    for number in 0..<Int64(20_000) {
      left.append(-number)
      right.append(number * 3)
    }
    #expect(Array(early) == Array(0..<20_000))
    #expect(Array(left.finish()) == Array(0..<20_000) + (0..<20_000).map { -$0 })
    #expect(Array(right.finish()) == Array(0..<20_000) + (0..<20_000).map { $0 * 3 })
  }

  @Test("Columns that share a file, and threads that share a column, see their own numbers")
  func threads() async {
    let file = ColumnFile()
    let columns = await withTaskGroup(of: (Int, Column).self, returning: [Int: Column].self) {
      group in
      for task in 0..<8 {
        group.addTask {
          var builder = Column.Builder(memory: 1 << 16, shelf: 1 << 16, file: file)
          for number in Self.numbers(50_000 + task) { builder.append(number) }
          return (task, builder.finish())
        }
      }
      return await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
    }
    for (task, column) in columns { #expect(Array(column) == Self.numbers(50_000 + task)) }
    let shared = Self.column(Array(0..<300_000), in: .file)
    await withTaskGroup(of: Int64.self) { group in
      for _ in 0..<8 { group.addTask { shared.reduce(0, &+) } }
      for await sum in group { #expect(sum == 300_000 * 299_999 / 2) }
    }
  }

  @Test("Narrow numbers fill their shelves as well")
  func narrow() {
    var bytes = NumberColumn<UInt8>.Builder(memory: 1 << 16, shelf: 1 << 17)
    for number in 0..<500_000 { bytes.append(UInt8(truncatingIfNeeded: number * 7)) }
    #expect(Array(bytes.finish()) == (0..<500_000).map { UInt8(truncatingIfNeeded: $0 * 7) })
  }

  /// Of 24 bytes, which do not divide a page.
  private struct Odd: BitwiseCopyable, Equatable {
    let number: Int64
    let other: Int64
    let small: UInt16
  }

  @Test("Rows of an odd size fill whole pages together")
  func odd() {
    let rows = (0..<100_000).map {
      Odd(number: $0, other: -$0, small: UInt16(truncatingIfNeeded: $0))
    }
    var builder = NumberColumn<Odd>.Builder(memory: 1 << 16, shelf: 1 << 16)
    for row in rows { builder.append(row) }
    let column = builder.finish()
    #expect(column.memory.isInFile && Array(column) == rows && column[70_000] == rows[70_000])
  }

  @Test(
    "Where no room is left shelves stay in memory", .enabled(if: access("/dev/full", W_OK) == 0))
  func full() throws {
    let file = ColumnFile(descriptor: open("/dev/full", O_RDWR))
    #expect([1, 2].withUnsafeBytes { file.append($0) } == nil)
    var builder = Column.Builder(memory: 1 << 16, shelf: 1 << 16, file: file)
    for number in Self.numbers(30_000) { builder.append(number) }
    #expect(Array(builder.finish()) == Self.numbers(30_000))
  }

  @Test(
    "A column of which only some shelves found room keeps the others in memory, to be read at once")
  func mixed() {
    let numbers = Self.numbers(3 * Self.shelf)
    let (some, none) = (ColumnFile(), ColumnFile(in: []))
    let shelves = [some, none, some].enumerated().map { index, file in
      numbers[index * Self.shelf..<(index + 1) * Self.shelf].withUnsafeBytes {
        ColumnShelf($0, to: file)
      }
    }
    #expect(shelves.map(\.isInFile) == [true, false, true])
    let column = Column(ColumnMemory(joining: shelves), count: numbers.count)
    #expect(Array(column) == numbers)
    column.release(0..<numbers.count)
    #expect(Array(column) == numbers)
  }

  @Test("Of very many short columns the last go to a file, and have the same numbers")
  func crowd() {
    let numbers = Self.numbers(8 * Self.shelf + 5)
    let few = Array(numbers[..<5])
    Self.inACrowd {
      let columns = (0..<40).map { _ in Self.column(numbers, in: .memory) }
      #expect(columns.allSatisfy { $0.memory.isInFile })
      #expect(columns.allSatisfy { $0 == columns[0] } && Array(columns[39]) == numbers)
      // What takes hardly more than its entry stays.
      let short = Self.column(few, in: .memory)
      #expect(!short.memory.isInFile && Array(short) == few)
    }
  }

  /// Keeps memory full of columns while a test asks what others do then.
  private static func inACrowd(_ body: () -> Void) {
    let numbers = Self.numbers(100_000)
    let crowd = (0..<22).map { _ in numbers.withUnsafeBytes { ColumnMemory(copying: $0) } }
    withExtendedLifetime(crowd) { body() }
  }

  @Test("Short columns beside each other in a file have their own numbers, as others go and come")
  func arenas() {
    Self.inACrowd {
      var columns = (0..<600).map { Self.column(Self.numbers(33 + $0 * 7 % 3000), in: .memory) }
      for round in 0..<3 {
        for index in columns.indices where index % 3 == round {
          columns[index] = Self.column(Self.numbers(33 + index * 7 % 3000), in: .memory)
        }
      }
      #expect(columns.allSatisfy { $0.memory.isInFile })
      for (index, column) in columns.enumerated() {
        let numbers = Self.numbers(33 + index * 7 % 3000)
        #expect(Array(column) == numbers && column.indices.map { column[$0] } == numbers)
        column.releaseWholly(column.indices)
        #expect(Array(Column.Part(column, 1..<30)) == Array(numbers[1..<30]))
      }
    }
  }

  @Test("Shelves that cannot be mapped where they belong are read into memory")
  func unmappable() {
    let numbers = Self.numbers(300)
    let file = ColumnFile()
    // The second would begin within a page.
    let shelves = [numbers[..<100], numbers[100...]].map { part in
      Array(part).withUnsafeBytes { ColumnShelf($0, to: file) }
    }
    let column = Column(ColumnMemory(joining: shelves), count: numbers.count)
    #expect(!column.memory.isInFile && Array(column) == numbers)
  }

  @Test("A part of a column is walked over like a column")
  func part() {
    let numbers = Self.numbers(20 * Self.shelf)
    let column = Self.column(numbers, in: .file)
    for positions in [0..<0, 7..<8, 8191..<100_000, 0..<numbers.count] {
      let part = Column.Part(column, positions)
      #expect(Array(part) == Array(numbers[positions]) && part.count == positions.count)
      #expect(part.first == numbers[positions].first && part.isEmpty == positions.isEmpty)
    }
  }

  private static func entry(_ index: Int) -> Int64? {
    if index % 5 == 0 { return nil }
    return index % 193 == 0 ? Int64.max - Int64(index) : Int64(index) * 1000
  }

  @Test("Columns of what may be missing, near or far, stay as they are when finished in a crowd")
  func finished() {
    Self.inACrowd {
      for count in [0, 1, 33, 64, 1000, 65_536, 70_000] {
        let entries = (0..<count).map(Self.entry)
        let column = OptionalColumn(entries)
        let finished = OptionalColumn(entries).finished()
        #expect(finished == column && finished.count == count)
        #expect(Array(finished) == entries && Array(finished) == entries)
        #expect(finished.last == entries.last)
      }
    }
  }
}

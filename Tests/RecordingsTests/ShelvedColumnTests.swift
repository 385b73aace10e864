import TestSupport
import Testing
import Units

@testable import Recordings

@Suite("Columns that are read while they grow")
struct ShelvedColumnTests {
  /// Entries of a shelf.
  private static let shelf = 1 << 15

  @Test(
    "whatever goes in comes out, wherever shelves end and go", arguments: [0, 1, 9],
    [0, 1, shelf - 1, shelf, shelf + 1, 3 * shelf, 4 * shelf + 7])
  func entries(shelvesInMemory: Int, count: Int) {
    var column = ShelvedColumn<Int64>(shelvesInMemory: shelvesInMemory)
    for number in 0..<count { column.append(Int64(number) * 3) }
    for position in stride(from: 0, through: count, by: 1000) { column.release(before: position) }
    #expect(column.elementsEqual((0..<count).map { Int64($0) * 3 }))
  }

  @Test("the last entry can be another, also where it fills a shelf, and copies go on alone")
  func last() {
    var column = ShelvedColumn<Int64>(shelvesInMemory: 0)
    for number in 0..<3 * Self.shelf {
      column.append(0)
      column.replaceLast(with: Int64(number))
    }
    var copy = column
    #expect(copy == column)
    copy.replaceLast(with: -1)
    copy.append(-2)
    #expect(column.last == Int64(3 * Self.shelf - 1))
    #expect(column.elementsEqual(0..<Int64(3 * Self.shelf)))
    #expect(copy.suffix(2) == [-1, -2])
    #expect(copy != column)
  }

  @Test("entries of a column that lie far from each other are found in a file as well")
  func distant() {
    func entry(_ index: Int) -> Nanoseconds? { Nanoseconds(index * 7919 % 1000) << 40 }
    let column = OptionalColumn((0..<300_000).lazy.map(entry))
    for _ in 0..<2 { #expect(column.elementsEqual((0..<300_000).lazy.map(entry))) }
    #expect(column[0] == entry(0) && column[123_456] == entry(123_456))
  }

  @Test("samples that change with every frame, and such that do not, come back from a file")
  func samples() {
    func value(_ index: Int) -> Double? {
      index % 1000 == 3 ? nil : index % 7 < 3 ? Double(index / 7) / 10 : Double(index) * 0.3
    }
    var column = SampleColumn()
    for index in 0..<900_000 { column.appendWithFrame(value(index)) }
    for _ in 0..<300 { column.appendWithFrame(-1) }
    #expect(column.stretches.count > 600_000)
    for _ in 0..<2 {
      var index = 0
      for stretch in column.stretches.dropLast() {
        for _ in 0..<stretch.count {
          guard stretch.value?.bitPattern == value(index)?.bitPattern else {
            Issue.record("sample \(index) is another")
            return
          }
          index += 1
        }
      }
      #expect(index == 900_000)
      #expect(column.stretches.last == .init(value: -1, count: 300))
    }
    let middle = column.stretches.count / 2
    #expect(column.stretches[middle] == Array(column.stretches)[middle])
  }
}

import Testing

@testable import Decoding
@testable import Histories
@testable import RunFolders
@testable import TraceReaders

@Suite("Rows in order")
struct InOrderTests {
  private struct Row: Equatable {
    let key: Int
    let number: Int
  }

  @Test("Rows are sorted by key, and rows with the same key stay in the order of the trace")
  func stable() {
    let rows = (0..<5000).map { Row(key: $0 * $0 % 19, number: $0) }
    let expected = (0..<20).flatMap { key in rows.filter { $0.key == key } }
    #expect(rows.inOrder { $0.key < $1.key } == expected)
  }

  @Test("Rows that are already in order are not copied")
  func sorted() {
    let rows = (0..<5000).map { Row(key: $0 / 3, number: $0) }
    let ordered = rows.inOrder { $0.key < $1.key }
    #expect(ordered == rows)
    let starts = [rows, ordered].map { $0.withUnsafeBufferPointer(\.baseAddress) }
    #expect(starts[0] == starts[1])
  }

  @Test("No row and one row are in order")
  func few() {
    #expect([Row]().inOrder { $0.key < $1.key }.isEmpty)
    #expect([Row(key: 1, number: 1)].inOrder { $0.key < $1.key }.count == 1)
  }
}

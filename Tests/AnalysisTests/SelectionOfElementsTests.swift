import Testing
import Units

@testable import Analysis

@Suite("Selecting an element")
struct SelectionOfElementsTests {
  @Test("The selected element at every position is that of the sorted array", arguments: 0..<60)
  func everyPosition(seed: Int) {
    var state = UInt64(seed) &* 0x9E37_79B9_7F4A_7C15 | 1
    let different = [1, 2, 5, 1000, 1 << 40][seed % 5]
    let elements = (0..<(1 + seed * 3)).map { _ in
      state ^= state << 13
      state ^= state >> 7
      state ^= state << 17
      return Nanoseconds(state % UInt64(different)) - 2
    }
    for arranged in [elements, elements.sorted(), elements.sorted(by: >)] {
      let sorted = arranged.sorted()
      for position in arranged.indices {
        var unsorted = arranged
        #expect(unsorted.selectElement(at: position) == sorted[position])
        #expect(unsorted.sorted() == sorted)
      }
    }
  }
}

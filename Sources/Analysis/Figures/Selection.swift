internal import Units

extension [Nanoseconds] {
  /// The element that would be at a position if all were sorted.
  ///
  /// Rearranges the others; O(n) except for contrived orders.
  ///
  /// Hoare's quickselect, with the median of three as pivot.
  mutating func selectElement(at position: Int) -> Nanoseconds {
    precondition(indices.contains(position), "expected the position of an element")
    return withUnsafeMutableBufferPointer { $0.selectElement(at: position) }
  }
}

extension UnsafeMutableBufferPointer<Nanoseconds> {
  fileprivate func selectElement(at position: Int) -> Element {
    var (low, high) = (startIndex, endIndex - 1)
    while low < high {
      let middle = self[low + (high - low) / 2]
      let pivot = Swift.max(
        Swift.min(self[low], middle), Swift.min(Swift.max(self[low], middle), self[high]))
      let (left, right) = part(low, high, by: pivot)
      if position <= right {
        high = right
      } else if position >= left {
        low = left
      } else {
        return self[position]
      }
    }
    return self[position]
  }

  /// Moves elements below the pivot to the front and those above it to the back.
  ///
  /// - Returns: the start of the back and the end of the front; the elements between equal the
  ///   pivot.
  private func part(_ low: Int, _ high: Int, by pivot: Element) -> (left: Int, right: Int) {
    var (left, right) = (low, high)
    while left <= right {
      while self[left] < pivot { left += 1 }
      while self[right] > pivot { right -= 1 }
      guard left <= right else { break }
      swapAt(left, right)
      left += 1
      right -= 1
    }
    return (left, right)
  }
}

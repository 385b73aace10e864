extension RandomAccessCollection {
  /// The first position from which on a test holds, where it fails for all entries before and holds for all behind.
  ///
  /// - Parameter isBehind: the test.
  /// - Returns: `endIndex` where it never holds; O(log n).
  @inlinable
  public func partitioningIndex(where isBehind: (Element) -> Bool) -> Index {
    var (low, length) = (startIndex, count)
    while length > 0 {
      let half = length / 2
      let middle = index(low, offsetBy: half)
      if isBehind(self[middle]) {
        length = half
      } else {
        low = index(after: middle)
        length -= half + 1
      }
    }
    return low
  }
}

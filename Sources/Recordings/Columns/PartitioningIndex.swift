extension RandomAccessCollection {
  /// The first position in an ordered collection at which a condition is true, found by binary search; `endIndex` if it
  /// never is.
  ///
  /// O(log n).
  ///
  /// The test must fail for all entries before that position and hold for all entries after it.
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

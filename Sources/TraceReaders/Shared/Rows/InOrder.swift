internal import Decoding

extension Array {
  /// The elements in order.
  ///
  /// Rows of a trace mostly are in order already, and then the array is not copied.
  ///
  /// - Parameter precedes: whether the first element comes before the second one.
  /// - Returns: equal elements in their former order; O(n) if nothing has to move, otherwise O(n log n).
  func inOrder(_ precedes: (Element, Element) -> Bool) -> [Element] {
    zip(self, dropFirst()).contains { precedes($1, $0) } ? sorted(by: precedes) : self
  }
}

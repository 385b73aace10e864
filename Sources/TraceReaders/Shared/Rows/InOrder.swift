internal import Decoding

extension Array {
  /// The elements of the array, sorted by a predicate; an array that is sorted already is returned without a copy.
  ///
  /// The rows of a trace usually are in order already. The sort is stable; O(n) for a sorted array, otherwise O(n log
  /// n).
  func inOrder(_ precedes: (Element, Element) -> Bool) -> [Element] {
    zip(self, dropFirst()).contains { precedes($1, $0) } ? sorted(by: precedes) : self
  }
}

internal import Dispatch

extension Array where Element: Sendable {
  /// Applies a function to all elements of an array on several threads; the outputs are in the order of the elements.
  ///
  ///     let sizes = paths.mapConcurrently { size(of: $0) }
  ///
  /// Elements are started in order, so put the most expensive ones first.
  ///
  /// - Parameter transform: called concurrently.
  public func mapConcurrently<Output: Sendable>(
    _ transform: @Sendable (Element) -> Output
  ) -> [Output] {
    guard count > 1 else { return map(transform) }
    return [Output](unsafeUninitializedCapacity: count) { outputs, initialized in
      // Each index is written by one thread, and nothing is read before all threads are done.
      nonisolated(unsafe) let outputs = outputs
      DispatchQueue.concurrentPerform(iterations: count) { index in
        outputs.initializeElement(at: index, to: transform(self[index]))
      }
      initialized = count
    }
  }
}

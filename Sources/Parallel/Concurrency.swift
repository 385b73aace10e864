internal import Dispatch
internal import Synchronization

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

/// Runs two functions concurrently, if there are two processors, and returns both results.
public func sideBySide<First: Sendable, Second: Sendable>(
  _ first: @Sendable () -> First, _ second: @Sendable () -> Second
) -> (First, Second) {
  let results = Mutex<(First?, Second?)>((nil, nil))
  DispatchQueue.concurrentPerform(iterations: 2) { index in
    if index == 0 {
      let result = first()
      results.withLock { $0.0 = result }
    } else {
      let result = second()
      results.withLock { $0.1 = result }
    }
  }
  guard case (let first?, let second?) = results.withLock({ $0 }) else {
    preconditionFailure("both functions have returned")
  }
  return (first, second)
}

internal import Dispatch

extension Array where Element: Sendable {
  /// What a function makes of each element, in their order; called on as many threads as there are
  /// processors.
  ///
  /// An element is begun as soon as a processor is free, so what takes longest had better come first.
  ///
  /// - Parameter transform: makes an output; it needs nothing of the other elements.
  /// - Returns: the outputs, the same on any number of processors.
  public func mapConcurrently<Output: Sendable>(
    _ transform: @Sendable (Element) -> Output
  ) -> [Output] {
    guard count > 1 else { return map(transform) }
    return [Output](unsafeUninitializedCapacity: count) { outputs, initialized in
      // Each place is filled by one thread, and nothing is read before all are done.
      nonisolated(unsafe) let outputs = outputs
      DispatchQueue.concurrentPerform(iterations: count) { index in
        outputs.initializeElement(at: index, to: transform(self[index]))
      }
      initialized = count
    }
  }
}

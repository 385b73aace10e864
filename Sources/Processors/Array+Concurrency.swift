internal import Dispatch
internal import Synchronization

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
    let outputs = Mutex([Output?](repeating: nil, count: count))
    DispatchQueue.concurrentPerform(iterations: count) { index in
      let output = transform(self[index])
      outputs.withLock { $0[index] = output }
    }
    return outputs.withLock { $0.compactMap(\.self) }
  }
}

internal import Dispatch
internal import Synchronization

extension Array where Element: Sendable {
  /// What a function makes of each element, in their order; called on as many threads as there are
  /// processors.
  func mapConcurrently<Output: Sendable>(
    _ transform: @Sendable (Element) -> Output
  ) -> [Output] {
    let outputs = Mutex([Output?](repeating: nil, count: count))
    DispatchQueue.concurrentPerform(iterations: count) { index in
      let output = transform(self[index])
      outputs.withLock { $0[index] = output }
    }
    return outputs.withLock { $0.compactMap(\.self) }
  }
}

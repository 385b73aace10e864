internal import Statistics

/// The rule for the order in which each block of an experiment's runs measures the versions of the program (stages).
///
///     BlockOrder.abba.stages(["a", "b"], inBlock: 2, seed: 1)  // ["b", "a"]
public enum BlockOrder: String, Sendable, CaseIterable {
  /// Drawn for each block from the seed, so that no drift favors a stage.
  case random
  /// As given, and reversed in every second block, so that a steady drift cancels.
  case abba
  /// As given, in every block.
  case asGiven = "as-given"

  /// The versions of the program (stages) that one block of an experiment measures, in the order of measurement.
  ///
  /// - Parameters:
  ///   - stages: all stages.
  ///   - block: counted from 1.
  ///   - seed: equal seeds give equal orders.
  public func stages(_ stages: [String], inBlock block: Int, seed: UInt64) -> [String] {
    switch self {
    case .asGiven: return stages
    case .abba: return block.isMultiple(of: 2) ? stages.reversed() : stages
    case .random:
      var random = SplitMix64(seed: seed &+ UInt64(block) &* 0x9E37_79B9_7F4A_7C15)
      var order = stages.indices.map(Double.init)
      random.shuffle(&order)
      return order.map { stages[Int($0)] }
    }
  }
}

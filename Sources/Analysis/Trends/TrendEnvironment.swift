public import Recordings

/// The environment in which runs were measured: the properties, such as the device, that must be equal so that runs are
/// comparable.
///
/// Figures of different environments are not comparable.
public struct TrendEnvironment: Sendable, Hashable {
  /// The properties of the measuring environment, such as the device, with their values, in the same order for every
  /// environment.
  public let facts: [Device.Fact]

  /// A permanent name: the known facts.
  let key: String

  /// Creates an environment from the device on which runs were measured.
  public init(_ device: Device) {
    facts = device.hardFacts
    key = facts.compactMap { fact in fact.value.map { "\(fact.name)=\($0)" } }
      .joined(separator: "/")
  }

  /// Hashes the environment by its name, which consists of the known properties, such as the device; equal environments
  /// have equal names.
  public func hash(into hasher: inout Hasher) { hasher.combine(key) }

  /// The first facts in which all of these environments differ, as text; empty if there is only
  /// one.
  func title(among others: [TrendEnvironment]) -> String {
    func kinds(by indices: [Int]) -> Int {
      Set(others.map { other in indices.map { other.facts[$0].value } }).count
    }
    var telling: [Int] = []
    let all = kinds(by: Array(facts.indices))
    for index in facts.indices where kinds(by: telling) < all {
      if kinds(by: telling + [index]) > kinds(by: telling) { telling.append(index) }
    }
    return telling.map { facts[$0].words }.joined(separator: ", ")
  }

  /// The differences to another environment.
  func differences(to other: TrendEnvironment) -> [TrendDifference] {
    zip(facts, other.facts).filter { $0.value != $1.value }.map {
      TrendDifference(fact: $0.name, before: $0.words, after: $1.words)
    }
  }
}

extension Device.Fact {
  fileprivate var words: String { value ?? "unknown" }
}

/// A property of runs, such as the device or a label, that differs before and after a change.
public struct TrendDifference: Sendable, Hashable {
  /// The name of the property that differs before and after a change, such as `system` or a label.
  public let fact: String
  /// The value that the property, such as the device or a label, had before the change; several values are separated by
  /// ` / `.
  public let before: String
  /// The value that the property, such as the device or a label, has after the change; several values are separated by
  /// ` / `.
  public let after: String
}

/// A change of the measuring environment, such as a new device, at which one series of values ends and another begins.
public struct TrendBreak: Sendable {
  /// The suite and the id of the stage (version of the program) whose measuring environment changed.
  public let title: String
  /// The position, in the commit history, of the first commit that was measured in the new environment.
  public let commit: Int
  /// The properties that differ between the old and the new measuring environment, such as the device; at least one.
  public let differences: [TrendDifference]
}

public import Recordings

/// What makes figures of two devices incomparable.
public struct TrendEnvironment: Sendable, Hashable {
  /// The device's name or model.
  public let name: String?
  /// The operating system and its version.
  public let os: String?
  /// The processor.
  public let cpu: String?
  /// The graphics processor.
  public let gpu: String?
  /// Refresh rate of the display in hertz.
  public let refreshRate: Double?

  /// Takes what counts from a device.
  ///
  /// - Parameter device: what a run was measured on.
  public init(_ device: Device) {
    name = device.name
    os = device.os
    cpu = device.cpu
    gpu = device.gpu
    refreshRate = device.refreshRate
  }

  /// Every fact by its name, always the same ones in the same order.
  public var facts: [(name: String, value: String)] {
    [
      ("device", name), ("system", os), ("processor", cpu), ("graphics", gpu),
      ("refresh rate in Hz", refreshRate.map { "\($0)" }),
    ].map { ($0, $1 ?? "unknown") }
  }

  /// The facts in a row, which names the environment for good.
  var key: String { facts.map(\.value).joined(separator: "/") }

  /// What tells it from others, in a few words.
  ///
  /// - Parameter others: the environments that it has to be told from.
  /// - Returns: the facts in which any two of them differ; empty when there is no other.
  func title(among others: [TrendEnvironment]) -> String {
    let differing = facts.indices.filter { index in
      Set(others.map { $0.facts[index].value }).count > 1
    }
    return differing.map { facts[$0].value }.joined(separator: ", ")
  }

  /// What changed on the way to another: name of the fact, the value here, the value there.
  func differences(to other: TrendEnvironment) -> [TrendBreak.Difference] {
    zip(facts, other.facts).filter { $0.value != $1.value }.map {
      TrendBreak.Difference(fact: $0.name, before: $0.value, after: $1.value)
    }
  }
}

/// A change of the environment, at which one series ends and another begins.
public struct TrendBreak: Sendable {
  /// What changed.
  public struct Difference: Sendable, Equatable {
    /// What kind of fact it is.
    public let fact: String
    /// What it was.
    public let before: String
    /// What it is now.
    public let after: String
  }

  /// The stage, by suite and id.
  public let title: String
  /// The first commit measured in the new environment, by its position in the history.
  public let commit: Int
  /// What changed, at least one fact.
  public let differences: [Difference]
}

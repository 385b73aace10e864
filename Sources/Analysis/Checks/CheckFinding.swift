internal import Statistics

/// Something that the gate has to say, of one series or of several that moved together.
public struct CheckFinding: Sendable {
  /// What it is about.
  public enum Cause: String, Sendable, CaseIterable {
    /// A change of level within the newest commits.
    case change
    /// The newest commit against those before.
    case tip
    /// A limit.
    case limit
    /// A declared comparison.
    case comparison
    /// No run of the newest commit.
    case missing
  }

  /// What it means for the gate, the worst first.
  public enum State: String, Sendable, CaseIterable {
    /// It is worse, and proved to be: the gate fails.
    case open
    /// It was worse and improved since, but not to the level before: the gate fails.
    case partlyFixed = "partly-fixed"
    /// It may be worse: measure again.
    case suspect
    /// The runs cannot tell.
    case inconclusive
    /// There was nothing to judge.
    case missing
    /// It is worse since the environment changed, so that the commit may have no part in it.
    case environment
    /// It is worse, and an acceptance matches.
    case accepted
    /// It is worse since a commit that the branch only inherited.
    case inherited
    /// It was suspect, and further measurements did not confirm it.
    case dismissed
    /// It was worse, and is as before or better.
    case fixed
    /// It is better, and proved to be.
    case improved

    /// How bad it is, 0 for the worst.
    var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }

    /// Whether the gate fails.
    public var fails: Bool { self == .open || self == .partlyFixed }
  }

  /// What lies between two commits of the history, by their positions.
  public struct Commits: Sendable, Equatable {
    /// The last that is surely as before.
    public let good: Int
    /// The first that is surely not.
    public let bad: Int
    /// The one at which it most likely happened.
    public let likeliest: Int
  }

  /// Names the finding as long as it is about the same, in sixteen hexadecimal digits.
  public let id: String
  /// What it is about.
  public let cause: Cause
  /// What it means for the gate.
  public internal(set) var state: State
  /// Where it came in; `nil` when that is not said.
  public private(set) var commits: Commits?
  /// The series, the worst first; at least one.
  public internal(set) var items: [CheckItem]
  /// Whether it began before the newest commits.
  public internal(set) var isOlder = false
  /// The commit at which it entered its state, by its position in the history; `nil` if that is not known.
  public internal(set) var entered: Int?
  /// What is not the same in the environment before and after.
  public internal(set) var environmentChanges: [TrendDifference] = []

  init(
    _ id: String, _ cause: Cause, _ state: State, at commits: Commits?, _ items: [CheckItem]
  ) {
    self.id = id
    self.cause = cause
    self.state = state
    self.commits = commits
    self.items = items.enumerated().sorted { left, right in
      (-left.element.severity, left.offset) < (-right.element.severity, right.offset)
    }.map(\.element)
  }

  /// The series that no acceptance holds for; none when they are not worse.
  public var openItems: [CheckItem] {
    guard state.isAcceptable else { return [] }
    return items.filter { if case .accepted = $0.standing { false } else { true } }
  }

  init(
    _ cause: Cause, _ state: State, naming key: [String], at commits: Commits? = nil,
    _ items: [CheckItem]
  ) {
    self.init(Self.id(of: cause, key), cause, state, at: commits, items)
  }

  /// The id of a finding that these words name.
  static func id(of cause: Cause, _ key: [String]) -> String {
    Fingerprint(of: ([cause.rawValue] + key).joined(separator: "\n")).hexadecimal
  }

  /// Takes over suspect changes whose series are all among its own.
  ///
  /// They are no more than what is found at the newest commit, and tell since when it may be so.
  mutating func take(suspectsFrom changes: inout [CheckFinding]) {
    let own = Set(items.map(\.name))
    let index = changes.firstIndex { change in
      change.state == .suspect && change.items.allSatisfy { own.contains($0.name) }
    }
    guard let index, let tip = commits?.bad, let found = changes[index].commits else { return }
    changes.remove(at: index)
    commits = Commits(good: found.good, bad: tip, likeliest: found.likeliest)
  }

  /// How bad the worst of its series is, in noise floors.
  public var severity: Double { items.first?.severity ?? 0 }
}

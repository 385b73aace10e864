/// How the two sides of a comparison relate to sessions: blocks of runs on one device without a break.
///
/// Runs of one session share what repetition does not average out. Sides that alternate share it too, so that their
/// difference is free of it; sides that were measured one after the other may differ by it, even in one session.
public enum SessionDesign: Sendable, Hashable {
  /// The user says that one session measured both sides.
  case stated
  /// Both sides name the same sessions, so many.
  case named(Int)
  /// The times of the runs show that the sides alternate.
  case alternating
  /// The times of the runs show one side after the other.
  case blocks
  /// The sides name different sessions.
  case different
  /// Nobody stated the sessions, and the times of the runs do not show them, if known with the reason.
  case unknown(because: String?)

  /// Whether what a session adds to its runs cancels in the difference of the sides.
  public var sharesSessions: Bool {
    switch self {
    case .stated, .named, .alternating: true
    case .blocks, .different, .unknown: false
    }
  }

  /// How often the sides must alternate, as from one to the other and back.
  private static let leastChanges = 2

  public enum RunTime: Sendable, Hashable {
    /// On a clock that all runs share.
    case known(Int64)
    /// Not stated.
    case unknown
    /// Stated as something that is no time.
    case impossible(String)
  }

  /// Finds the design from the names and times of sessions; times count more than equal names.
  ///
  /// - Parameter isStated: whether the user says that the sides share their sessions.
  public init(
    _ candidate: ComparedSide, against reference: ComparedSide, isStated: Bool = false,
    time: (RunSummary) -> RunTime = { _ in .unknown }
  ) {
    let names = [reference.sessions, candidate.sessions]
    let areNamed = names.allSatisfy { !$0.isEmpty }
    if isStated {
      self = .stated
      return
    }
    if areNamed, names[0] != names[1] {
      self = .different
      return
    }
    let named = areNamed ? SessionDesign.named(names[0].count) : nil
    self =
      switch Order(reference.runs.map(time), candidate.runs.map(time)) {
      case .unknown(let reason): named ?? .unknown(because: reason)
      case .changes(Self.leastChanges...): named ?? .alternating
      case .changes: .blocks
      }
  }

  /// How often the runs change from one side to the other in the order of their times.
  private enum Order {
    case changes(Int)
    case unknown(because: String?)

    init(_ reference: [RunTime], _ candidate: [RunTime]) {
      var times: [(time: Int64, side: Int)] = []
      for (side, runs) in [reference, candidate].enumerated() {
        for run in runs {
          switch run {
          case .known(let time): times.append((time, side))
          case .impossible(let text):
            self = .unknown(because: "“\(text)” is no date")
            return
          case .unknown:
            self = .unknown(because: nil)
            return
          }
        }
      }
      let sides = (0...1).map { side in Set(times.filter { $0.side == side }.map(\.time)) }
      guard sides[0].isDisjoint(with: sides[1]) else {
        self = .unknown(because: "runs of both sides have the same time")
        return
      }
      let order = times.sorted { $0.time < $1.time }.map(\.side)
      self = .changes(zip(order, order.dropFirst()).count { $0 != $1 })
    }
  }

  /// The design as a word for machine-readable output.
  public var name: String {
    switch self {
    case .stated: "stated"
    case .named: "same"
    case .alternating: "alternating"
    case .blocks: "blocks"
    case .different: "different"
    case .unknown: "unknown"
    }
  }
}

internal import Recordings
package import RunStore
internal import System
package import Units

/// What the user wants to compare, such as a commit or a stage, according to a word on the command line.
package enum SideReference: Equatable {
  /// Traces, read without a store.
  case traces(path: String)
  case stage(suite: String, stage: String)
  case label(key: String, value: String)
  case session(String)
  case device(String)
  /// The runs of a commit: its id if Git knows it, and all its names in runs.
  case commit(id: String, names: [String])

  /// The filter for the runs of a side; matches nothing for traces.
  ///
  /// - Parameter limits: suite and stage to which sides with several stages are limited.
  func filter(within limits: RunFilter) -> RunFilter {
    var filter = limits
    switch self {
    case .traces: filter.ids = []
    case .stage(let suite, let stage): (filter.suite, filter.stage) = (suite, stage)
    case .label(let key, let value): filter.labels[key] = value
    case .session(let session): filter.session = session
    case .device(let name): filter.device = name
    case .commit(_, let names): filter.commits = names
    }
    return filter
  }

  /// A prefix before a colon, which determines the kind of side.
  enum Prefix: String {
    case label
    case session
    case device
    case commit
  }

  /// Splits a word into prefix and rest; `nil` without a known prefix.
  static func prefix(of word: String) -> (prefix: Prefix, rest: String)? {
    let parts = word.split(separator: ":", maxSplits: 1).map(String.init)
    guard parts.count == 2, let prefix = Prefix(rawValue: parts[0]) else { return nil }
    return (prefix, parts[1])
  }
}

/// Finds the stages, commits or traces that words on the command line of `compare` refer to.
package struct SideFinder {
  private let store: RunStore?
  private let suite: String?
  private let commits: MeasuredCommitNames

  /// Prepares to find what the words on the command line of `compare` refer to.
  ///
  /// - Parameters:
  ///   - store: `nil` without a store.
  ///   - suite: the suite in which stages are searched; `nil` for all.
  ///   - order: the commits of a file; `nil` to run Git.
  package init(store: RunStore?, suite: String?, order: OrderedCommits? = nil) {
    self.store = store
    self.suite = suite
    commits = MeasuredCommitNames(store: store, order: order)
  }

  /// Finds what a word on the command line of `compare` names: a file, else a stage, else a commit, unless a prefix
  /// such as `commit:` decides.
  ///
  /// - Returns: the side. Runs exist for a stage or a commit, except one after `commit:`; other kinds are not checked.
  /// - Throws: if the word cannot be resolved, or several suites have the stage.
  package func side(_ word: String) throws -> SideReference {
    if let prefixed = try prefixed(word) { return prefixed }
    if Platform.kind(of: word) != .nothing || word == "-" { return .traces(path: word) }
    let stages = try store?.stages() ?? []
    if let stage = try stage(word, among: stages) { return stage }
    if let commit = try commits.side(word) { return commit }
    if let order = commits.order, word.count > 6, word.allSatisfy(\.isHexDigit) {
      throw order.unknown(word)
    }
    throw try unknown(word, among: stages)
  }

  /// Finds the commit at one end of a range such as `v1..v2`, and checks that runs measured it.
  ///
  /// - Parameter range: the whole range, for messages.
  /// - Returns: the side; runs exist for it.
  /// - Throws: if there is no such commit, no run measured it, or neither Git nor a file is available.
  package func end(_ word: String, of range: String) throws -> SideReference {
    guard store != nil else {
      throw SideError.unknown(word, hasStore: false, nearest: nil, stages: [])
    }
    if let order = commits.order, commits.position(of: word) == nil { throw order.unknown(word) }
    guard commits.order != nil || commits.tree != nil else { throw SideError.noWorkTree(range) }
    if let commit = try commits.side(word) { return commit }
    throw Failure.unknownCommit(word, workTree: commits.tree?.root ?? "")
  }

  /// Throws an error if a range such as `v1..v2` ends before it begins, according to the user's list of commits.
  ///
  /// Git allows such ranges.
  ///
  /// - Parameters:
  ///   - sides: the ends; only commits have an order.
  ///   - words: the ends as written.
  package func checkOrder(
    of sides: (reference: SideReference, candidate: SideReference),
    written words: (reference: String, candidate: String)
  ) throws {
    guard let order = commits.order, case .commit(let reference, _) = sides.reference,
      case .commit(let candidate, _) = sides.candidate,
      let first = commits.position(of: reference), let last = commits.position(of: candidate),
      last < first
    else { return }
    throw SideError.backwards(words.reference, words.candidate, order: order.path)
  }

  private func unknown(
    _ word: String, among all: [(suite: String, stages: [String])]
  ) throws -> any Error {
    if let suite, let store, !all.contains(where: { $0.suite == suite }) {
      return Failure.noRuns(RunFilter(suite: suite), in: store)
    }
    let places = all.filter { $0.suite == suite ?? $0.suite }
    let stages = Set(places.flatMap(\.stages)).sorted()
    let whole = places.flatMap { place in place.stages.map { "\(place.suite)/\($0)" } }
    let nearest = word.nearest(among: word.contains("/") ? whole : stages)
    return SideError.unknown(word, hasStore: store != nil, nearest: nearest, stages: stages)
  }

  private func prefixed(_ word: String) throws -> SideReference? {
    guard let (prefix, rest) = SideReference.prefix(of: word) else { return nil }
    switch prefix {
    case .label:
      let pair = rest.split(separator: "=", maxSplits: 1).map(String.init)
      guard pair.count == 2 else {
        // A file may have this name.
        if Platform.kind(of: word) == .nothing { throw SideError.noLabel(word) }
        return nil
      }
      return .label(key: pair[0], value: pair[1])
    case .session: return .session(rest)
    case .device: return .device(rest)
    case .commit: return try commits.side(rest) ?? .commit(id: rest, names: [rest])
    }
  }

  private func stage(
    _ word: String, among stages: [(suite: String, stages: [String])]
  ) throws -> SideReference? {
    let matching = stages.flatMap { suite, stages in
      stages.filter { stage in
        word == "\(suite)/\(stage)" || (word == stage && (self.suite ?? suite) == suite)
      }.map { SideReference.stage(suite: suite, stage: $0) }
    }
    guard matching.count > 1 else { return matching.first }
    let suites = matching.compactMap { side in
      if case .stage(let suite, _) = side { suite } else { nil }
    }
    throw SideError.stageOfSeveral(word, suites: suites)
  }
}

/// Why Hitchmark cannot find out which runs belong to the two sides of a comparison, such as two commits.
package enum SideError: ExplainedError {
  /// A word is neither a trace nor a stage nor a commit with runs.
  case unknown(String, hasStore: Bool, nearest: String?, stages: [String])
  /// A label without a value.
  case noLabel(String)
  /// Several suites have a stage with this id.
  case stageOfSeveral(String, suites: [String])
  /// A side has no runs, or none within the given suite and stage.
  case noRuns(String, store: String, limits: [String])
  /// No run measured a commit that Git knows.
  case commitWithoutRuns(String, id: String, nearest: NearestCommits)
  case oneSide(String)
  case rangeAndSide(String)
  /// A range was given together with a branch that ends elsewhere.
  case rangeBesideBranch(String, branch: String)
  case symmetricRange(String)
  /// A range was given, but there is no work tree to resolve its ends.
  case noWorkTree(String)
  /// Git cannot be run to resolve a word.
  case noGit(String, GitFault)
  /// The second of two commits is the first one or an ancestor of it, according to a work tree or the file of an order.
  case backwards(String, String, order: String)
  case givenTwice(String)
  case overlap(Int, isAll: Bool)
  case nothingInCommon(reference: [String], candidate: [String])
  /// The captures have several streams of frames, and no program or page is in all of them.
  ///
  /// `chosen` are the kinds that would be compared, `known` all kinds.
  case noCommonStream(chosen: [String], known: [String])
  /// Traces without a stage were given for a side with several stages.
  case stageless(String, other: String, stages: [String])
}

extension SideError {
  package var complaint: Complaint {
    switch self {
    case .noLabel(let word):
      Complaint(
        at: word, "the label has no value",
        wanted: "expected label:KEY=VALUE, such as label:build=old")
    case .unknown(let word, let hasStore, let nearest, let stages):
      Complaint(
        at: word, "this argument names neither a trace, nor a stage, nor a commit with runs",
        wanted: !hasStore
          ? "the store does not exist"
          : stages.isEmpty
            ? "the store has no stages"
            : "the stages in the store are \(quoted(stages))",
        remedy: nearest.map { "did you mean “\($0)”" }
          ?? "“hitchmark compare --help” lists what can be compared")
    case .stageOfSeveral(let stage, let suites):
      Complaint(
        at: stage, "several suites have a stage with this name",
        wanted: "the suites with this stage are \(quoted(suites))",
        remedy: "name the stage with its suite, as in \(suites[0])/\(stage), or pass --suite")
    case .noRuns(let word, let store, let limits):
      Complaint(
        at: word,
        limits.isEmpty
          ? "no run in \(store) matches this side of the comparison"
          : "no run of \(quoted(limits)) in \(store) matches this side of the comparison",
        remedy: "the command \(Suggestion.command("runs list", on: store)) lists all runs")
    case .commitWithoutRuns(let word, let id, let nearest):
      Complaint(
        at: word, "no run measured commit \(id.shortCommit)", wanted: nearest.words,
        remedy: "measure this commit, or compare another commit")
    case .givenTwice(let word):
      Complaint(
        at: word, "this side is given twice",
        remedy: "name each side once; the first one is what the others are compared with")
    case .oneSide(let word):
      Complaint(
        at: word, "the second side of the comparison is missing",
        remedy: "name it, or pass a range such as v1.0..HEAD")
    case .rangeAndSide(let range):
      Complaint(
        at: range, "the range of commits names both sides of the comparison already",
        remedy: "leave out the argument after the range")
    case .rangeBesideBranch(let range, let branch):
      Complaint(
        at: range, "both the range and --branch \(branch) name the last commit to compare",
        remedy: "leave out --branch, or the commit at the end of the range")
    case .symmetricRange(let range):
      Complaint(
        at: range,
        "“...” selects the commits that only one of the two ends of the range contains, which cannot be compared",
        remedy: "write \(range.replacing("...", with: "..", maxReplacements: 1))")
    case .noWorkTree(let range):
      Complaint(
        at: range,
        "the current folder is in no Git work tree, so the commits of the range are unknown",
        remedy:
          "run the command in the work tree whose commits were measured, or pass the order of commits as --order FILE"
      )
    case .noGit(let word, let fault):
      Complaint(
        at: word, "\(fault.words) in \(fault.workTree)",
        remedy: "run “git log” in the folder named above to see why Git fails")
    case .backwards(let first, let second, let order):
      Complaint(
        at: order, "commit “\(second)” is older than commit “\(first)”",
        remedy: "write \(second)..\(first)")
    case .overlap(let count, let isAll):
      Complaint(
        isAll
          ? "both sides of the comparison are the same runs"
          : "\(counted(count, "run")) would be on both sides of the comparison",
        remedy: "name other runs for one side")
    case .nothingInCommon(let reference, let candidate):
      Complaint(
        "the two sides of the comparison have no tested stage in common",
        wanted:
          "the reference has the stages \(quoted(reference)), and the candidate has the stages \(quoted(candidate))",
        remedy: "name a stage on each side of the comparison")
    case .noCommonStream(let chosen, let known):
      Complaint(
        "the captures have no program or page in common: the likeliest streams are \(quoted(chosen))",
        wanted: "the captures have the streams \(quoted(known))",
        remedy: "choose streams with --stream, for example --stream \"\(chosen[0])\"")
    case .stageless(let traces, let other, let stages):
      Complaint(
        at: traces,
        "the traces belong to no stage, but the other side, \(other), has runs of \(counted(stages.count, "stage"))",
        remedy: "name it with --stage: \(quoted(stages))")
    }
  }
}

/// The nearest commits with runs before and after a commit without runs.
package struct NearestCommits: Sendable {
  /// A measured commit near a commit without runs, and the distance between the two in commits.
  package struct Neighbor: Sendable {
    package let commit: String
    package let distance: Int
  }

  /// The nearest measured commit before the commit without runs; `nil` if there is none.
  package let before: Neighbor?
  /// The nearest measured commit after the commit without runs, in the user's list of commits or toward the checked-out
  /// commit.
  ///
  /// `nil` if there is none, or if neither the order file nor the first parents of HEAD contain the commit without
  /// runs.
  package let after: Neighbor?
}

extension NearestCommits {
  fileprivate var words: String {
    let places = [(before, "before"), (after, "after")].compactMap { neighbor, direction in
      neighbor.map {
        "\($0.commit.shortCommit), \(counted($0.distance, "commit")) \(direction)"
      }
    }
    if places.isEmpty { return "no commit close to this commit has runs" }
    return
      "the nearest \(places.count == 1 ? "commit with runs is" : "commits with runs are") \(places.joined(separator: "; "))"
  }
}

/// The two sides of a comparison, such as commits, as written on the command line: as two words, or as one range of
/// commits.
package struct ComparedWords {
  /// The word after `compare` on the command line that names the reference, with which the candidate is compared.
  package let reference: String
  /// The word after `compare` on the command line that names the candidate, which is judged.
  package let candidate: String
  /// Whether the user gave the two sides of the comparison as a range such as `v1..v2`, whose ends must be commits.
  package let isRange: Bool

  /// Parses the two sides of a comparison as Git does: an omitted end of a range such as `v1..` is the newest commit.
  ///
  /// - Parameters:
  ///   - first: a side, or a range.
  ///   - second: the other side; `nil` after a range.
  ///   - newest: the name for an omitted end.
  /// - Throws: if only one side is given, a range is given together with another side, or a range has three dots.
  package init(_ first: String, _ second: String?, newest: String = "HEAD") throws(SideError) {
    if let second {
      if let range = [first, second].first(where: Self.isRange) { throw .rangeAndSide(range) }
      (reference, candidate, isRange) = (first, second, false)
      return
    }
    guard Self.isRange(first) else { throw .oneSide(first) }
    if first.contains("...") { throw .symmetricRange(first) }
    let ends = first.split(separator: "..", maxSplits: 1, omittingEmptySubsequences: false)
      .map { $0.isEmpty ? newest : String($0) }
    (reference, candidate, isRange) = (ends[0], ends[1], true)
  }

  /// Whether a word on the command line has the form of a range of commits, such as `v1..v2`.
  ///
  /// Git's names contain no two consecutive dots and no slash at an end; paths and names of labels may.
  package static func isRange(_ word: String) -> Bool {
    word.contains("..") && !word.contains("../") && !word.contains("/..")
      && SideReference.prefix(of: word) == nil && Platform.kind(of: word) == .nothing
  }
}

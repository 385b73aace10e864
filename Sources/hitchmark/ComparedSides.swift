internal import Arguments
internal import RunStore
internal import Workbench

/// Finds the sides that the command line names for `compare` and `why`: in the store, in Git or on disk.
struct ComparedSides {
  typealias Side = (side: SideReference, name: String)

  static let suite = CommonOptions.suite
  static let stage = CommonOptions.stage
  static let stream = Option(
    "stream", .text.named("NAME"),
    help: "compare processes with NAME in their name",
    details: """
      A window or a swap chain may be named too. “all” compares each by itself. Default: the same \
      program or page of all captures.
      """)

  static let sharesSession = Flag(
    "same-session",
    help: "state that one session measured both sides",
    details: "Needed only if neither the runs nor their times show it.")

  /// The store; `nil` if there is none, because traces need no store.
  let store: RunStore?
  /// The commits of the order file; `nil` to run Git.
  let order: OrderedCommits?
  private let finder: SideFinder

  init(_ values: ParsedValues) throws {
    order = try CommitOptions.file(values)
    let isThere = Stores.mayExist(at: values[CommonOptions.store])
    store = isThere ? try Stores.openStill(values, for: RunFilter(suite: values[Self.suite])) : nil
    finder = SideFinder(store: store, suite: values[Self.suite], order: order)
  }

  /// The suite and stage to which sides are limited.
  private static func limits(_ values: ParsedValues) -> RunFilter {
    RunFilter(suite: values[suite], stage: values[stage])
  }

  /// What the options that both commands have ask for.
  func question(_ values: ParsedValues) throws -> ComparisonQuestion {
    var question = ComparisonQuestion()
    question.limits = Self.limits(values)
    question.settings = try ForeignToolOption.settings(values)
    question.format = try ColumnMaps.format(values)
    question.order = order?.ids
    question.stream = values[Self.stream]
    question.cut = try CutOptions.cut(values)
    question.sharesSession = values[Self.sharesSession]
    return question
  }

  func one(_ word: String) throws -> Side { (try finder.side(word), word) }

  /// The two sides that two words name, or a range of commits.
  func both(
    _ first: String, _ second: String?
  ) throws -> (reference: Side, candidate: Side) {
    let words = try Self.words(first, second, newest: order?.ids.last ?? "HEAD")
    let sides = try sides(words)
    return ((sides.reference, words.reference), (sides.candidate, words.candidate))
  }

  /// The further sides that are compared with the first one.
  ///
  /// - Throws: if one is a range, or the sides before are one.
  func others(_ words: [String], after first: [String?]) throws -> [Side] {
    let all = words.isEmpty ? [] : first.compactMap(\.self) + words
    if let range = all.first(where: ComparedWords.isRange) { throw SideError.rangeAndSide(range) }
    var sides: [Side] = []
    for word in words { sides.append(try one(word)) }
    return sides
  }

  private static func words(
    _ first: String, _ second: String?, newest: String
  ) throws -> ComparedWords {
    try ComparedWords(first, second, newest: newest)
  }

  private func sides(
    _ words: ComparedWords
  ) throws -> (reference: SideReference, candidate: SideReference) {
    guard words.isRange else {
      return (try finder.side(words.reference), try finder.side(words.candidate))
    }
    let range = "\(words.reference)..\(words.candidate)"
    let sides = (
      reference: try finder.end(words.reference, of: range),
      candidate: try finder.end(words.candidate, of: range)
    )
    try finder.checkOrder(of: sides, written: (words.reference, words.candidate))
    return sides
  }
}

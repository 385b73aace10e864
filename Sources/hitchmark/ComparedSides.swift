internal import Arguments
internal import RunStore
internal import Workbench

/// The sides that the command line names for `compare` and `why`, found in the store, in Git or on disk.
struct ComparedSides {
  /// A side, and its name on the command line.
  typealias Side = (side: SideReference, name: String)

  /// The store; `nil` if there is none, because traces need no store.
  let store: RunStore?
  /// The commits of the order file; `nil` to run Git.
  let order: OrderedCommits?
  let reference: Side
  /// `nil` if only one side is named.
  let candidate: Side?

  /// Finds the sides.
  ///
  /// - Parameters:
  ///   - first: a side, or a range of commits.
  ///   - second: the other side; `nil` after a range, or if one side is enough.
  ///   - suite: the suite in which stages are searched.
  ///   - isOneEnough: whether a single side is no error.
  init(
    _ first: String, _ second: String?, suite: String?, isOneEnough: Bool = false,
    _ values: ParsedValues
  ) throws(Failure) {
    order = try CommitOptions.file(values)
    let isThere = Platform.kind(of: values[CommonOptions.store]) != .nothing
    store = isThere ? try Stores.openStill(values) : nil
    let finder = SideFinder(store: store, suite: suite, order: order)
    if second == nil, isOneEnough, !ComparedWords.isRange(first) {
      reference = (try finder.side(first), first)
      candidate = nil
      return
    }
    let words = try Self.words(first, second, newest: order?.ids.last ?? "HEAD")
    let sides = try Self.sides(words, of: finder)
    reference = (sides.reference, words.reference)
    candidate = (sides.candidate, words.candidate)
  }

  private static func words(
    _ first: String, _ second: String?, newest: String
  ) throws(Failure) -> ComparedWords {
    do throws(SideError) {
      return try ComparedWords(first, second, newest: newest)
    } catch {
      throw .side(error)
    }
  }

  private static func sides(
    _ words: ComparedWords, of finder: SideFinder
  ) throws(Failure) -> (reference: SideReference, candidate: SideReference) {
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

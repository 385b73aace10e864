internal import Arguments
internal import Workbench

/// The options that say along which commits, of trends and of what is made of them.
enum CommitOptions {
  static let branch = Option(
    "branch", .text.named("BRANCH"), help: "The branch. Default: the branch that is checked out.")
  static let since = Option(
    "since", .text.named("COMMIT"),
    help:
      "Only commits after this one, or only the commits of a range such as v1.0..v2.0.")

  /// The order file that the command line names; `nil` if it names none.
  static func file(_ values: ParsedValues) throws(Failure) -> OrderedCommits? {
    try values[CommonOptions.order].map { (path) throws(Failure) in try OrderedCommits(at: path) }
  }

  /// The order of commits that was asked for.
  ///
  /// - Parameter values: of the command line.
  /// - Returns: with the ends of a range as its first and its newest commit.
  /// - Throws: when the range is none, a branch contradicts it, or the order file cannot be read.
  static func order(_ values: ParsedValues) throws(Failure) -> CommitOrder {
    let file = try file(values)
    guard let since = values[since], since.contains("..") else {
      return CommitOrder(branch: values[branch], since: values[since], file: file)
    }
    let newest = file?.ids.last ?? "HEAD"
    let ends: ComparedWords
    do throws(SideError) {
      if let branch = values[branch] { throw .rangeBesideBranch(since, branch: branch) }
      ends = try ComparedWords(since, nil, newest: newest)
    } catch {
      throw .side(error)
    }
    // What is checked out is called by its branch.
    let last = since.hasSuffix("..") ? nil : ends.candidate
    return CommitOrder(branch: last, since: ends.reference, file: file)
  }
}

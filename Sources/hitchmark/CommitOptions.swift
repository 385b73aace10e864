internal import Arguments
internal import Workbench

/// Options for the order and range of the commits that a command reads.
enum CommitOptions {
  static let branch = Option(
    "branch", .text.named("BRANCH"),
    help: "follow this branch",
    details: "Default: the one that is checked out.")
  static let since = Option(
    "since", .text.named("COMMIT"),
    help: "leave out this commit and earlier ones",
    details: "With a range such as v1.0..v2.0, also those after it.")

  /// The file with the order of commits that the user named; `nil` if there is none.
  static func file(_ values: ParsedValues) throws(Failure) -> OrderedCommits? {
    try values[CommonOptions.order].map { (path) throws(Failure) in try OrderedCommits(at: path) }
  }

  /// The requested order of commits, with the ends of a range as its first and newest commit.
  ///
  /// - Throws: if the range is invalid, a branch contradicts it, or the order file cannot be read.
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
    // The checked-out commit is named by its branch.
    let last = since.hasSuffix("..") ? nil : ends.candidate
    return CommitOrder(branch: last, since: ends.reference, file: file)
  }
}

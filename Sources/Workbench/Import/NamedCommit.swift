/// The commit that the user names for imported measurements whose history contains no commits.
package struct NamedCommit {
  /// The id of the commit that the user named, or the user's word if Git does not know it; `nil` if the user named
  /// none.
  package let id: String?
  /// Git's metadata of the commit that the user named; `nil` if the user named none or Git does not know the commit.
  package let known: Commit?

  /// Finds the commit that the user named in the Git work tree of the current folder.
  ///
  /// - Parameter name: any git revision; an id may also belong to another repository.
  /// - Throws: if the work tree does not know the name, and it is not an id.
  package init(_ name: String?) throws(Failure) {
    let tree = WorkTree(containing: ".")
    known = name.flatMap { tree?.commit($0) }
    id = known?.id ?? name
    guard let name, known == nil, let tree, tree.commit("HEAD") != nil else { return }
    let isID = name.count >= 7 && name.allSatisfy(\.isHexDigit)
    if !isID { throw .unknownCommit(name, workTree: tree.root) }
  }
}

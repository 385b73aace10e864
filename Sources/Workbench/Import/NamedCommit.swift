/// The commit that a command line names for histories that name none.
package struct NamedCommit {
  /// Its id, or the name where there is no git to ask.
  package let id: String?
  /// What git knows of it, where it does.
  package let known: Commit?

  /// Asks the work tree that the current folder lies in.
  ///
  /// - Parameter name: in any way that git knows it; an id may also be of another repository.
  /// - Throws: when the work tree does not know the name, and it is no id.
  package init(_ name: String?) throws(Failure) {
    let tree = WorkTree(containing: ".")
    known = name.flatMap { tree?.commit($0) }
    id = known?.id ?? name
    guard let name, known == nil, let tree, tree.commit("HEAD") != nil else { return }
    let isID = name.count >= 7 && name.allSatisfy(\.isHexDigit)
    if !isID { throw .unknownCommit(name, workTree: tree.root) }
  }
}

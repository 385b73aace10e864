package import Recordings

extension JSONNode {
  /// The line and column of a value in a JSON text, for messages.
  ///
  /// - Parameter path: as `DescribedObject` writes it, such as `stages[2].title`; empty for the whole text.
  /// - Returns: the place of the member's name or of the element; for a value that does not exist, the place of the
  ///   innermost value that should contain it.
  package func place(of path: String) -> TextPlace { find(path[...]).place }

  /// The place of a JSON value, and whether the value exists or only an outer value was found.
  private typealias Found = (place: TextPlace, isExact: Bool)

  private func find(_ path: Substring) -> Found {
    if path.isEmpty { return (place, true) }
    switch value {
    case .object(let members): return find(path, among: members)
    case .array(let elements):
      let digits = path.dropFirst().prefix { $0 != "]" }
      guard path.first == "[", let index = Int(digits), elements.indices.contains(index) else {
        return (place, false)
      }
      let rest = path.dropFirst(digits.count + 2)
      return elements[index].find(rest.first == "." ? rest.dropFirst() : rest)
    default: return (place, false)
    }
  }

  /// Finds a place among the members of an object; several members may match the beginning of the path, because names
  /// may contain points.
  private func find(_ path: Substring, among members: [Member]) -> Found {
    var nearest: Found = (place, false)
    for member in members where path.hasPrefix(member.key) {
      let rest = path.dropFirst(member.key.count)
      if rest.isEmpty { return (member.place, true) }
      guard rest.first == "." || rest.first == "[", member.value.isContainer else { continue }
      let found = member.value.find(rest.first == "." ? rest.dropFirst() : rest)
      if found.isExact { return found }
      nearest = found
    }
    return nearest
  }

  private var isContainer: Bool { members != nil || elements != nil }
}

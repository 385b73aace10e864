internal import Decoding

/// What a format knows beside the text.
struct HistoryContext {
  let path: String
  /// The hash of the file's bytes.
  let digest: String
  let options: HistoryOptions
  var neighbours: HistoryNeighbours

  /// The place of a value.
  func place(of value: JSONNode) -> HistoryPlace {
    HistoryPlace(path: path, line: Int(value.line), column: Int(value.column))
  }

  /// A member that has to be there.
  func member(
    _ key: String, of object: JSONNode, at path: String = ""
  ) throws(HistoryError) -> JSONNode {
    guard let member = object[key] else {
      throw .missingKey(place(of: object), key: path.isEmpty ? key : "\(path).\(key)")
    }
    return member
  }

  /// The members of a value that has to be an object.
  func members(
    of value: JSONNode, at key: String
  ) throws(HistoryError) -> [JSONNode.Member] {
    guard let members = value.members else {
      throw .wrongValue(place(of: value), key: key, found: value.shown, wanted: "an object")
    }
    return members
  }

  /// The elements of a value that has to be a list.
  func elements(of value: JSONNode, at key: String) throws(HistoryError) -> [JSONNode] {
    guard let elements = value.elements else {
      throw .wrongValue(place(of: value), key: key, found: value.shown, wanted: "a list")
    }
    return elements
  }

  /// The text of a value that has to be one.
  func text(of value: JSONNode, at key: String) throws(HistoryError) -> String {
    guard let text = value.text else {
      throw .wrongValue(place(of: value), key: key, found: value.shown, wanted: "a text")
    }
    return text
  }
}

/// JSON files beside a history that belong to it; each is read once.
struct HistoryNeighbours {
  /// What was wrong with those that could not be read.
  private(set) var problems: [HistoryError] = []
  private var objects: [String: [String: JSONNode]] = [:]
  private var texts: [String: String?] = [:]

  /// A file's members by name; `nil` when there is no such file, it cannot be read, or is no object.
  mutating func object(at path: String) -> [String: JSONNode]? {
    if let known = objects[path] { return known.isEmpty ? nil : known }
    var members: [String: JSONNode] = [:]
    if PathKind(path: path) == .file {
      do throws(HistoryError) {
        var source = try HistorySource(path: path)
        let value = try source.json()
        for member in value.members ?? [] { members[member.key] = member.value }
      } catch {
        problems.append(error)
      }
    }
    objects[path] = members
    return members.isEmpty ? nil : members
  }

  /// A text in a small file that may hold comments; `nil` when there is none, or the file is no JSON.
  mutating func text(_ key: String, at path: String) -> String? {
    if let known = texts[path] { return known }
    var text: String?
    if PathKind(path: path) == .file, let bytes = try? smallFile(path).bytes,
      let root = try? JSONTreeReader.read(bytes, dialect: .relaxed)
    {
      text = root[key]?.plainText
    }
    texts[path] = text
    return text
  }
}

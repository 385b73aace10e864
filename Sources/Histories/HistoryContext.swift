internal import Decoding
internal import System

/// What a history format needs besides the parsed text: path, hash, options, and the files next to the history.
struct HistoryContext {
  let path: String
  /// The hash of the history's file.
  let digest: String
  let options: HistoryOptions
  var neighbors: HistoryNeighbors

  /// The line and column of a JSON value in the history, for messages.
  func place(of value: JSONNode) -> HistoryPlace {
    HistoryPlace(path: path, line: Int(value.line), column: Int(value.column))
  }

  /// A required member of a JSON object; the method throws if the object does not have the member.
  func member(
    _ key: String, of object: JSONNode, at path: String = ""
  ) throws(HistoryError) -> JSONNode {
    guard let member = object[key] else {
      throw .missingKey(place(of: object), key: path.isEmpty ? key : "\(path).\(key)")
    }
    return member
  }

  /// The members of a JSON value that must be an object; the method throws if the value is not an object.
  func members(
    of value: JSONNode, at key: String
  ) throws(HistoryError) -> [JSONNode.Member] {
    guard let members = value.members else {
      throw .wrongValue(place(of: value), key: key, found: value.shown, wanted: "an object")
    }
    return members
  }

  /// The elements of a JSON value that must be a list; the method throws if the value is not a list.
  func elements(of value: JSONNode, at key: String) throws(HistoryError) -> [JSONNode] {
    guard let elements = value.elements else {
      throw .wrongValue(place(of: value), key: key, found: value.shown, wanted: "a list")
    }
    return elements
  }

  /// The text of a JSON value that must be a non-empty string; the method throws if the value is not such a string.
  func text(of value: JSONNode, at key: String) throws(HistoryError) -> String {
    guard let text = value.text else {
      throw .wrongValue(place(of: value), key: key, found: value.shown, wanted: "a string")
    }
    return text
  }
}

/// Reads JSON files that belong to a history and are next to it, such as `benchmarks.json`.
///
/// Each of these files is read only once.
struct HistoryNeighbors {
  /// The errors of files next to a history that could not be read.
  private(set) var problems: [HistoryError] = []
  private var objects: [String: [String: JSONNode]] = [:]
  private var texts: [String: String?] = [:]

  /// The members, by name, of the JSON object in a file; `nil` if the file does not exist, is invalid or contains no
  /// object.
  mutating func object(at path: String) -> [String: JSONNode]? {
    if let known = objects[path] { return known.isEmpty ? nil : known }
    var members: [String: JSONNode] = [:]
    if Platform.kind(of: path) == .file {
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

  /// The text of a member in a small JSON file, which may have comments; `nil` if there is no such member or no valid
  /// file.
  mutating func text(_ key: String, at path: String) -> String? {
    if let known = texts[path] { return known }
    var text: String?
    if Platform.kind(of: path) == .file, let bytes = try? smallFile(path).bytes,
      let root = try? JSONTreeReader.read(bytes, dialect: .relaxed)
    {
      text = root[key]?.plainText
    }
    texts[path] = text
    return text
  }
}

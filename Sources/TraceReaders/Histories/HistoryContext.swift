/// What a format knows beside the text.
struct HistoryContext {
  let path: String
  /// The hash of the file's bytes.
  let digest: String
  let options: HistoryOptions
  var neighbours: HistoryNeighbours

  /// The place of a value.
  func place(of value: HistoryJSON) -> HistoryPlace {
    HistoryPlace(path: path, line: Int(value.line), column: Int(value.column))
  }

  /// A member that has to be there.
  func member(
    _ key: String, of object: HistoryJSON, at path: String = ""
  ) throws(HistoryError) -> HistoryJSON {
    guard let member = object[key] else {
      throw .missingKey(place(of: object), key: path.isEmpty ? key : "\(path).\(key)")
    }
    return member
  }

  /// The members of a value that has to be an object.
  func members(
    of value: HistoryJSON, at key: String
  ) throws(HistoryError) -> [HistoryJSON.Member] {
    guard let members = value.members else {
      throw .wrongValue(place(of: value), key: key, found: value.shown, wanted: "an object")
    }
    return members
  }

  /// The elements of a value that has to be a list.
  func elements(of value: HistoryJSON, at key: String) throws(HistoryError) -> [HistoryJSON] {
    guard let elements = value.elements else {
      throw .wrongValue(place(of: value), key: key, found: value.shown, wanted: "a list")
    }
    return elements
  }

  /// The text of a value that has to be one.
  func text(of value: HistoryJSON, at key: String) throws(HistoryError) -> String {
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
  private var objects: [String: [String: HistoryJSON]] = [:]
  private var texts: [String: String?] = [:]

  /// A file's members by name; `nil` when there is no such file, it cannot be read, or is no object.
  mutating func object(at path: String) -> [String: HistoryJSON]? {
    if let known = objects[path] { return known.isEmpty ? nil : known }
    var members: [String: HistoryJSON] = [:]
    if PathKind(path: path) == .file {
      do throws(HistoryError) {
        var source = try HistorySource(path: path)
        let value = try HistoryJSONReader.value(of: &source)
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
      case .object(let members)? = try? JSONValue.parse(bytes)
    {
      text = members[key]?.plainText.flatMap { $0.isEmpty ? nil : $0 }
    }
    texts[path] = text
    return text
  }
}

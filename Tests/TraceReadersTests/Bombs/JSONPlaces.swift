@testable import Decoding
@testable import Histories
@testable import RunFolders
@testable import TraceReaders

/// The positions of the values in a JSON text, or in several consecutive ones.
struct JSONPlaces {
  /// One value.
  struct Place {
    /// The names of the members that contain the value, with `[]` for elements of arrays.
    let path: String
    /// The bytes of the value.
    let value: Range<Int>
    /// The bytes of the value and its name.
    let member: Range<Int>
  }

  /// The first value of each path.
  private(set) var all: [Place] = []

  private var open: [(path: String, start: Int, memberStart: Int, isObject: Bool)] = []
  private var seen: Set<String> = []
  private var key: (name: String, start: Int)?

  /// Finds the values in as much of the text as is JSON.
  ///
  /// - Parameter bytes: the text; anything around the objects is skipped.
  init(in bytes: [UInt8]) {
    let isArray = bytes.first { $0 > 0x20 } == UInt8(ascii: "[")
    var tokens = JSONTokenizer(isScript: !isArray)
    bytes.withUnsafeBufferPointer { tokens.append($0) }
    tokens.finish()
    while let token = try? tokens.next(), token != .end {
      // The comma or colon after a value or name is read with it.
      let hasMore = [UInt8(ascii: ","), UInt8(ascii: ":")].contains(bytes[tokens.position - 1])
      take(
        token, tokens.field, from: tokens.tokenStart, to: tokens.position - (hasMore ? 1 : 0))
    }
  }

  private mutating func take(_ token: JSONToken, _ field: Field, from start: Int, to end: Int) {
    let path = (open.last?.path ?? "") + (key.map { ".\($0.name)" } ?? (open.isEmpty ? "" : "[]"))
    let memberStart = key?.start ?? start
    switch token {
    case .key: return key = (field.text, start)
    case .beginArray, .beginObject:
      open.append((path, start, memberStart, token == .beginObject))
    case .endArray, .endObject:
      let whole = open.removeLast()
      add(whole.path, whole.start..<end, from: whole.memberStart)
    default: add(path, start..<end, from: memberStart)
    }
    key = nil
  }

  private mutating func add(_ path: String, _ value: Range<Int>, from memberStart: Int) {
    guard seen.insert(path).inserted else { return }
    all.append(Place(path: path, value: value, member: memberStart..<value.upperBound))
  }
}

internal import Decoding
internal import Recordings
internal import Units

/// A piece of a sampling profile: the data of an event `Profile` or `ProfileChunk`, as V8 writes it.
///
/// The event `Profile` has the time at which the profile starts. Each event `ProfileChunk` has the new nodes of the
/// call tree and, for each sample, the node and the time since the previous sample.
struct ProfileChunk {
  /// A node of the profile's call tree: a function with its callers.
  struct Node {
    /// The number of the node, by which samples refer to the node.
    var id: Int64 = 0
    /// The number of the node that calls this one; `nil` for the root.
    var parent: Int64?
    /// The name of the function that was running; empty for a function without a name.
    var function: [UInt8] = []
    /// The address of the script that contains the function; empty for functions of the browser.
    var address: [UInt8] = []
  }

  /// The time at which the profile starts, on the trace's clock; `nil` if the event does not have it.
  private(set) var start: Nanoseconds?
  /// The nodes of the call tree that occur for the first time.
  private(set) var nodes: [Node] = []
  /// The number of the call-tree node of each sample.
  private(set) var samples: [Int64] = []
  /// The time between each sample and the previous sample.
  private(set) var deltas: [Nanoseconds] = []

  /// The maximum length of a name or an address that is stored, in bytes.
  private static let longestText = 256
  /// The maximum number of nodes, and of samples, in one piece.
  private static let most = 1 << 16

  private var isEmpty: Bool {
    start == nil && nodes.isEmpty && samples.isEmpty && deltas.isEmpty
  }

  /// Removes the piece of the previous event.
  @inline(__always)
  mutating func clear() {
    if !isEmpty { self = ProfileChunk() }
  }

  // MARK: - Reading

  /// Reads the value of a member of the event's `data` if it belongs to a profile.
  ///
  /// - Parameter name: the name of the member, whose value is the next value of the text.
  /// - Returns: `false` if the member does not belong to a profile; the value was not read.
  mutating func read(
    _ name: Field, _ json: inout JSONReader, in source: inout TraceSource
  ) throws(TraceError) -> Bool {
    switch name.count {
    case 9 where name.isExactly("startTime"):
      start = try json.time(unit: .microseconds, in: &source)
    case 10 where name.isExactly("cpuProfile"): try readProfile(&json, in: &source)
    case 10 where name.isExactly("timeDeltas"):
      try Self.readNumbers(&json, in: &source) {
        deltas.append($0.nanoseconds(in: .microseconds).value ?? 0)
      }
    default: return false
    }
    return true
  }

  private mutating func readProfile(
    _ json: inout JSONReader, in source: inout TraceSource
  ) throws(TraceError) {
    guard try json.enterObject(in: &source) else { return }
    while let key = try json.nextKey(in: &source) {
      switch key {
      case "nodes": try readNodes(&json, in: &source)
      case "samples":
        try Self.readNumbers(&json, in: &source) {
          samples.append($0.scaledInteger(digits: 0).value ?? 0)
        }
      default: try json.skipValue(in: &source)
      }
    }
  }

  private mutating func readNodes(
    _ json: inout JSONReader, in source: inout TraceSource
  ) throws(TraceError) {
    guard try json.enterArray(in: &source) else { return }
    while try json.nextObject(in: &source) {
      var node = Node()
      while let key = try json.nextKey(in: &source) {
        switch key {
        case "id": node.id = try Self.integer(&json, in: &source) ?? 0
        case "parent": node.parent = try Self.integer(&json, in: &source)
        case "callFrame": try Self.readFunction(of: &node, &json, in: &source)
        default: try json.skipValue(in: &source)
        }
      }
      if nodes.count < Self.most { nodes.append(node) }
    }
  }

  private static func readFunction(
    of node: inout Node, _ json: inout JSONReader, in source: inout TraceSource
  ) throws(TraceError) {
    guard try json.enterObject(in: &source) else { return }
    while let key = try json.nextKey(in: &source) {
      switch key {
      case "functionName": node.function = try text(&json, in: &source)
      case "url": node.address = try text(&json, in: &source)
      default: try json.skipValue(in: &source)
      }
    }
  }

  // MARK: - Values

  private static func readNumbers(
    _ json: inout JSONReader, in source: inout TraceSource, _ take: (Field) -> Void
  ) throws(TraceError) {
    guard try json.enterArray(in: &source) else { return }
    var count = 0
    while let token = try json.nextElement(in: &source) {
      guard token == .number else {
        try json.skipRest(of: token, in: &source)
        continue
      }
      if count < most { take(json.field) }
      count += 1
    }
  }

  private static func integer(
    _ json: inout JSONReader, in source: inout TraceSource
  ) throws(TraceError) -> Int64? {
    let token = try json.next(in: &source)
    if token == .number { return json.field.scaledInteger(digits: 0).value }
    try json.skipRest(of: token, in: &source)
    return nil
  }

  private static func text(
    _ json: inout JSONReader, in source: inout TraceSource
  ) throws(TraceError) -> [UInt8] {
    let token = try json.next(in: &source)
    guard token == .string else {
      try json.skipRest(of: token, in: &source)
      return []
    }
    let field = json.field
    return Array(UnsafeBufferPointer(start: field.start, count: min(field.count, longestText)))
  }
}

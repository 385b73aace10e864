internal import Decoding
internal import Recordings
internal import Units

/// Follows the sampling profiles of a Chrome trace, whose samples show which function of a script was running at which
/// time.
///
/// A profile begins with an event `Profile` on its thread. The pieces of the profile, events `ProfileChunk`, come from
/// another thread, and refer to the profile by its process and id.
struct ChromeProfiles {
  private struct Key: Hashable {
    let process: Int64
    let id: UInt64
  }

  private struct Profile {
    let thread: Int64
    /// The time of the profile's last sample.
    var time: Nanoseconds
    /// The function of each node of the call tree, by the number of the node.
    var functions: [Int64: Function] = [:]

    /// The functions and the times of the samples in a piece of a profile, in the order of the times.
    ///
    /// In recorded traces, about one sample in a hundred is earlier than the sample before it.
    mutating func take(_ chunk: ProfileChunk) -> [(function: Function, time: Nanoseconds)] {
      var samples: [(function: Function, time: Nanoseconds)] = []
      for (node, delta) in zip(chunk.samples, chunk.deltas) {
        let (next, overflow) = time.addingReportingOverflow(delta)
        guard !overflow, next.isPlausible else { break }
        time = next
        samples.append((functions[node] ?? Function(), time))
      }
      return samples.inOrder { $0.time < $1.time }
    }

    /// The function that calls the functions of a node's children.
    func caller(_ node: Int64?) -> UInt16? {
      guard let node, let function = functions[node] else { return nil }
      return function.number ?? function.caller
    }
  }

  /// The function of a node in the call tree.
  private struct Function {
    /// The number of the function's name; `nil` if the node is not a function, such as `(idle)`.
    var number: UInt16?
    /// The number of the function that called this function; `nil` if no function called it.
    var caller: UInt16?
  }

  private var profiles: [Key: Profile] = [:]
  /// The number of call-tree nodes of all profiles in the trace.
  private var nodeCount = 0

  /// The maximum number of profiles in a trace.
  private static let limit = 1 << 10
  /// The maximum number of nodes of all call trees; samples of further nodes count as no function.
  private static let mostNodes = 1 << 18

  /// Begins the profile of the event's thread.
  mutating func begin(_ event: TraceEvent, _ chunk: ProfileChunk) {
    guard let start = chunk.start, start.isPlausible, profiles.count < Self.limit else { return }
    profiles[Key(process: event.process, id: event.id)] = Profile(
      thread: event.thread, time: start)
  }

  /// Adds the samples of a piece of a profile to the slices of the profile's thread.
  mutating func take(_ event: TraceEvent, _ chunk: ProfileChunk, into slices: inout ChromeSlices) {
    let key = Key(process: event.process, id: event.id)
    guard var profile = profiles.removeValue(forKey: key) else { return }
    for node in chunk.nodes where nodeCount < Self.mostNodes {
      nodeCount += 1
      profile.functions[node.id] = Function(
        number: node.name.map { slices.number(ofFunction: $0) }, caller: profile.caller(node.parent)
      )
    }
    var last = profile.time
    for (function, time) in profile.take(chunk) {
      slices.addSample(
        of: function.number, process: event.process, thread: profile.thread, at: time)
      if let number = function.number {
        slices.note(number, calledBy: function.caller, for: time - last)
      }
      last = time
    }
    profiles[key] = profile
  }
}

extension ProfileChunk.Node {
  /// The name of the function and its script, such as `sortRows list.js`; `nil` for a node that is not a function, such
  /// as `(idle)`.
  fileprivate var name: [UInt8]? {
    if function.first == UInt8(ascii: "("), address.isEmpty { return nil }
    return ScriptName.bytes(function: function, address: address)
  }
}

/// Names of functions of scripts.
enum ScriptName {
  /// A function and the file of its script, such as `sortRows list.js` or `(anonymous) list.js`; `nil` without both.
  static func bytes(function: [UInt8], address: [UInt8]) -> [UInt8]? {
    let file = file(of: address)
    if function.isEmpty { return file.isEmpty ? nil : Array("(anonymous) ".utf8) + file }
    return file.isEmpty ? function : function + [0x20] + file
  }

  /// The last part of the path of an address, without query and fragment.
  static func file(of address: [UInt8]) -> ArraySlice<UInt8> {
    let path = address.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
    return path.split(separator: UInt8(ascii: "/")).last ?? []
  }
}

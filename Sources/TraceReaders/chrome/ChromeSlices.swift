internal import Decoding
internal import Recordings
internal import Units

/// Collects the slices of the threads that draw pages in Chrome.
///
/// The threads that draw pages are the main threads and the compositor threads of processes. A trace may contain the
/// name of a thread after the thread's slices, so the slices of every thread are collected until its name is known.
struct ChromeSlices {
  private struct Thread: Hashable {
    let process: Int64
    let id: Int64
  }

  private enum Collection {
    /// The slices of the thread are collected under this number; the thread's name may be unknown so far.
    case collected(number: Int, isNamed: Bool)
    case ignored
  }

  private var log = SliceLog()
  private var threads: [Thread: Collection] = [:]
  private var last: (thread: Thread, number: Int?)?

  /// The maximum number of threads, including those whose slices are ignored.
  private static let limit = 1 << 14

  private static let mainThreads: Set<String> = ["CrRendererMain", "CrBrowserMain"]

  private static let scripts = [
    "FunctionCall", "EvaluateScript", "v8.run", "v8.callFunction", "v8.evaluateModule",
    "RunMicrotasks",
    "EventDispatch", "FireAnimationFrame", "FireIdleCallback", "TimerFire",
  ]

  /// The slices within a call of a script that only say how V8 entered it; their time counts for the call.
  private static let wrappers: [StaticString] = ["V8.Execute", "v8.callFunction", "v8.run"]

  /// Reads an event that begins or ends a slice; other events are ignored.
  ///
  /// - Parameter detail: what the slice runs, such as a function and its script; `nil` if the event does not say.
  mutating func take(_ event: TraceEvent, name: Field, detail: @autoclosure () -> [UInt8]?) {
    switch event.phase {
    case .begin:
      guard let (number, time) = place(of: event) else { return }
      log.begin(name, detail: detail(), on: number, at: time)
    case .end:
      if let (number, time) = place(of: event) { log.end(on: number, at: time) }
    case .complete:
      // Most complete events are too short to be stored as slices.
      guard let duration = event.duration, duration >= SliceLimits.shortest || duration < 0,
        !Self.wrappers.contains(where: { name.isExactly($0) }),
        let (number, time) = place(of: event)
      else { return }
      log.add(name, detail: detail(), on: number, at: time, lasting: duration)
    default: break
    }
  }

  /// Reads a `thread_name` event; the slices of threads that draw no pages are removed.
  mutating func noteThread(_ id: Int64, of process: Int64, name: String) {
    let thread = Thread(process: process, id: id)
    let isWanted =
      Self.mainThreads.contains(name) || name == "Compositor" || name.hasPrefix("Compositor/")
    last = nil
    switch (threads[thread], isWanted) {
    case (nil, true):
      if let number = add(thread) { threads[thread] = .collected(number: number, isNamed: true) }
    case (nil, false): if threads.count < Self.limit { threads[thread] = .ignored }
    case (.collected(let number, _)?, true):
      threads[thread] = .collected(number: number, isNamed: true)
    case (.collected(let number, _)?, false):
      log.removeThread(number)
      threads[thread] = .ignored
    case (.ignored?, _): break
    }
  }

  /// Computes the self times of all slices, without threads whose name is unknown; O(n log n).
  mutating func finish() -> SelfTimes {
    for case .collected(let number, isNamed: false) in threads.values { log.removeThread(number) }
    threads = [:]
    return log.finish(refining: { name in Self.scripts.contains { name.hasPrefix($0) } })
  }

  // MARK: - Samples of a profiler

  /// The number of a function's name, by which samples refer to the function.
  mutating func number(ofFunction name: [UInt8]) -> UInt16 { log.number(ofName: name) }

  /// Records that one function was called by another function, and for how long.
  mutating func note(_ function: UInt16, calledBy caller: UInt16?, for time: Nanoseconds) {
    log.note(function, calledBy: caller, for: time)
  }

  /// Adds a sample of the function that runs on a thread.
  ///
  /// - Parameter function: the number of its name; `nil` if no function was running.
  mutating func addSample(
    of function: UInt16?, process: Int64, thread: Int64, at time: Nanoseconds
  ) {
    guard let number = number(of: Thread(process: process, id: thread)) else { return }
    log.addSample(of: function, on: number, at: time)
  }

  // MARK: - Threads

  private mutating func place(of event: TraceEvent) -> (number: Int, time: Nanoseconds)? {
    guard let time = event.time, time.isPlausible else { return nil }
    return number(of: Thread(process: event.process, id: event.thread)).map { ($0, time) }
  }

  /// The number of a thread in the log; `nil` if its slices are ignored.
  private mutating func number(of thread: Thread) -> Int? {
    if let last, last.thread == thread { return last.number }
    let number: Int? =
      switch threads[thread] {
      case .collected(let number, _)?: number
      case .ignored?: nil
      case nil: add(thread)
      }
    last = (thread, number)
    return number
  }

  private mutating func add(_ thread: Thread) -> Int? {
    guard threads.count < Self.limit, let number = log.addThread(of: thread.process) else {
      return nil
    }
    threads[thread] = .collected(number: number, isNamed: false)
    return number
  }
}

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
  private var nodeCount = 0

  private static let limit = 1 << 10
  /// The maximum number of nodes of all call trees; samples of further nodes count as no function.
  private static let mostNodes = 1 << 18

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

/// Collects the marks and measures of web pages, from `performance.mark` and `performance.measure`.
struct UserTimings {
  private struct Key: Hashable {
    let process: Int64
    let id: UInt64
    let name: UInt64
  }

  private var markers: [Int64: [Marker]] = [:]
  private var open: [Key: Nanoseconds] = [:]
  private var count = 0

  /// The maximum number of markers, and of measures without an end.
  private static let limit = 10_000

  /// Adds a user-timing event of Chrome; `false` if there are too many events.
  mutating func take(_ event: TraceEvent, name: Field) -> Bool {
    guard let time = event.time, time.isPlausible else { return true }
    let key = Key(process: event.process, id: event.id, name: name.fingerprint)
    switch event.phase {
    case .instant: return add(name, from: time, to: time, of: event.process)
    case .asyncBegin, .begin:
      guard open.count < Self.limit else { return false }
      open[key] = time
      return true
    case .asyncEnd, .end:
      guard let start = open.removeValue(forKey: key) else { return true }
      return add(name, from: start, to: max(start, time), of: event.process)
    case .complete:
      let (end, overflow) = time.addingReportingOverflow(max(event.duration ?? 0, 0))
      return overflow || add(name, from: time, to: end, of: event.process)
    case .metadata, .other: return true
    }
  }

  /// The user timings of a process as markers, sorted by start.
  func markers(of process: Int64) -> [Marker] {
    (markers[process] ?? []).sorted { ($0.start, $0.end, $0.name) < ($1.start, $1.end, $1.name) }
  }

  private mutating func add(
    _ name: Field, from start: Nanoseconds, to end: Nanoseconds, of process: Int64
  ) -> Bool {
    guard count < Self.limit else { return false }
    count += 1
    markers[process, default: []].append(
      Marker(start: start, end: end, name: harmless(name.text, limit: 200)))
    return true
  }
}

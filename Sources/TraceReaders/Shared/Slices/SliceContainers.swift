internal import Units

/// For each name of slices, the names of the slices that directly contain them, and for how long.
struct SliceContainers {
  private struct Pair: Hashable {
    let part: UInt16
    /// The name of the containing slice; `nil` for slices that no other slice contains.
    let container: UInt16?
  }

  private var times: [Pair: Nanoseconds] = [:]

  /// Adds a slice to the sums of its name.
  ///
  /// - Parameters:
  ///   - container: the name of the slice that directly contains the added slice; `nil` if there is none.
  ///   - time: the duration of the slice, at least 0.
  mutating func note(_ part: UInt16, within container: UInt16?, for time: Nanoseconds) {
    // Only a trace whose times are nonsense makes this sum overflow.
    times[Pair(part: part, container: container), default: 0] &+= time
  }

  /// Adds the slices of another thread.
  mutating func add(_ other: SliceContainers) {
    for (pair, time) in other.times { times[pair, default: 0] &+= time }
  }

  /// For each name of slices, the name of the slices that contain them for the longest time.
  ///
  /// Names whose slices are mostly contained in no other slice, or in slices of the same name, are left out.
  var usual: [UInt16: UInt16] {
    var longest: [UInt16: (container: UInt16?, time: Nanoseconds)] = [:]
    for (pair, time) in times {
      let best = longest[pair.part]
      let isLonger = best.map { (time, $0.container ?? 0) > ($0.time, pair.container ?? 0) } ?? true
      if isLonger { longest[pair.part] = (pair.container, time) }
    }
    return longest.compactMapValues(\.container).filter { part, container in
      part != container && part != SliceNames.rest && container != SliceNames.rest
    }
  }
}

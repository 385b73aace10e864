internal import Decoding
internal import Recordings
internal import Units

/// Collects the surfaces on the displays of an export, with the times from which they were displayed.
///
/// An export may have many displays with interleaved rows. The surfaces of all displays are in one array and are
/// grouped by display through sorting.
struct XctraceSurfaces {
  /// A surface on a display, with the time from which it was displayed.
  struct Surface {
    let start: Nanoseconds
    /// The latency of the surface, at least 0; negative if it is unknown.
    let latency: Nanoseconds
    /// The position of the display that shows the surface.
    let stream: UInt32

    func precedes(_ other: Self) -> Bool { (stream, start) < (other.stream, other.start) }
  }

  private var rows: [Surface] = []
  private var counts: [Int] = []

  /// Whether no surface has been added so far.
  var isEmpty: Bool { counts.isEmpty }

  /// Adds a surface on a display.
  ///
  /// - Parameters:
  ///   - start: the time from which the surface was displayed.
  ///   - latency: at least 0, or `nil` if it is unknown.
  ///   - stream: the position of the display, from 0.
  mutating func add(at start: Nanoseconds, latency: Nanoseconds?, to stream: Int) {
    while counts.count <= stream { counts.append(0) }
    counts[stream] += 1
    rows.append(Surface(start: start, latency: latency ?? -1, stream: UInt32(stream)))
  }

  /// The surfaces of each display, sorted by time; O(n) for a single display in order, otherwise O(n log n).
  ///
  /// - Parameter count: the number of displays.
  /// - Returns: one range of surfaces per display, by the display's position; a range may be empty.
  func parted(into count: Int) -> [ArraySlice<Surface>] {
    let sorted = rows.inOrder { $0.precedes($1) }
    var end = 0
    return (0..<count).map { stream in
      let start = end
      if stream < counts.count { end += counts[stream] }
      return sorted[start..<end]
    }
  }
}

internal import Decoding
internal import Recordings
internal import Units

/// What was on the displays of an export, and since when.
///
/// An export may have many displays that take turns: the rows of all are in one column, and are parted by sorting.
struct XctraceSurfaces {
  /// What was on a display from one time on.
  struct Surface {
    let start: Nanoseconds
    /// Below 0 where the table does not tell.
    let latency: Nanoseconds
    /// The position of the display.
    let stream: UInt32

    func precedes(_ other: Self) -> Bool { (stream, start) < (other.stream, other.start) }
  }

  private var rows: [Surface] = []
  private var counts: [Int] = []

  /// Whether there is not one surface.
  var isEmpty: Bool { counts.isEmpty }

  /// Takes a surface with its latency, 0 or more, where the table tells.
  ///
  /// - Parameters:
  ///   - start: when it came on the display.
  ///   - latency: of its frame.
  ///   - stream: the display's position, from 0.
  mutating func add(at start: Nanoseconds, latency: Nanoseconds?, to stream: Int) {
    while counts.count <= stream { counts.append(0) }
    counts[stream] += 1
    rows.append(Surface(start: start, latency: latency ?? -1, stream: UInt32(stream)))
  }

  /// The surfaces of each stream in their order; O(n) where there is one and they are in order already, else O(n log n).
  ///
  /// - Parameter count: of streams.
  /// - Returns: a part for each, by its position, which may have nothing in it.
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

internal import Decoding
package import Recordings
internal import Units

extension [Marker] {
  /// Combines the markers of a trace with the user's markers; if both mark activities, metrics count only frames that
  /// are within an activity of each.
  ///
  /// Some traces, such as Chrome's, declare activities: intervals in which frames were expected. Activities in
  /// `markers.csv` or `run.json` narrow the activities of the trace. The user's markers also become segments. The
  /// function takes O(n log n) time for n markers.
  ///
  /// - Parameters:
  ///   - marked: markers of native tables and of `run.json`.
  ///   - timeline: the frames of the run; `nil` if the run has no frames.
  /// - Returns: the combined markers; all markers unchanged if one of the two lists has no activity.
  package func narrowed(to marked: [Marker], in timeline: FrameTimeline?) -> [Marker] {
    let (wanted, own) = (marked.filter(\.isActivity), filter(\.isActivity))
    guard !wanted.isEmpty, !own.isEmpty else { return self + marked }
    var pieces = own.merged.common(with: wanted.merged).map {
      Marker(start: $0.lowerBound, end: $0.upperBound, name: own[0].name, isActivity: true)
    }
    if let timeline { pieces = timeline.withFrames(pieces) }
    let segments =
      (self + marked).filter { !$0.isActivity }
      + wanted.map { Marker(start: $0.start, end: $0.end, name: $0.name) }
    return pieces + wanted.withoutAny(of: pieces) + segments
  }

  /// Activities of length 0 for the markers that overlap none of the given ranges, so that reports show these
  /// activities as empty.
  private func withoutAny(of pieces: [Marker]) -> [Marker] {
    filter { marker in
      let next = pieces.partitioningIndex { $0.end > marker.start }
      return next == pieces.count || pieces[next].start >= marker.end
    }.map { Marker(start: $0.start, end: $0.start, name: $0.name, isActivity: true) }
  }

  /// The time ranges of the markers, sorted; overlapping ranges are merged into one.
  private var merged: [ClosedRange<Nanoseconds>] {
    var merged: [ClosedRange<Nanoseconds>] = []
    for marker in sorted(by: { $0.start < $1.start }) where marker.end >= marker.start {
      if let last = merged.last, marker.start <= last.upperBound {
        merged[merged.count - 1] = last.lowerBound...Swift.max(last.upperBound, marker.end)
      } else {
        merged.append(marker.start...marker.end)
      }
    }
    return merged
  }
}

extension [ClosedRange<Nanoseconds>] {
  /// The intersection of two lists of time ranges, both sorted and without overlaps.
  fileprivate func common(with others: Self) -> Self {
    var common: Self = []
    var (left, right) = (0, 0)
    while left < count, right < others.count {
      let (one, other) = (self[left], others[right])
      let start = Swift.max(one.lowerBound, other.lowerBound)
      let end = Swift.min(one.upperBound, other.upperBound)
      if start < end { common.append(start...end) }
      if one.upperBound < other.upperBound { left += 1 } else { right += 1 }
    }
    return common
  }
}

extension FrameTimeline {
  /// The markers within which at least one frame begins and ends; all markers if no marker contains a frame.
  func withFrames(_ markers: [Marker]) -> [Marker] {
    let some = markers.filter { marker in
      let first = presents.partitioningIndex { $0 >= marker.start }
      return presents.partitioningIndex { $0 > marker.end } - first > 1
    }
    return some.isEmpty ? markers : some
  }
}

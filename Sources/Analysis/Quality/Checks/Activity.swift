internal import Recordings

extension QualityCheck {
  static let emptyActivity = QualityCheck(
    id: "empty-activity", severity: .warning,
    condition: """
      A marker of an activity (an interval in which frames count) has no whole frame between its beginning and its \
      end.
      """,
    withholds: """
      all metrics that are computed from the frames of the run, if no activity of the run has a whole frame
      """
  ) { evidence in
    guard let timeline = evidence.recording.timeline.value else { return [] }
    let empty = evidence.recording.markers.filter { marker in
      guard marker.isActivity else { return false }
      let first = timeline.presents.position(notBefore: marker.start)
      return timeline.presents.position(after: marker.end) - first < 2
    }
    guard !empty.isEmpty else { return [] }
    let names = empty.map(\.name)
    let place = names.count == 1 ? "the activity" : "\(names.count) activities"
    return [Strike(message: "no whole frame is within \(place) \(names.quoted)")]
  }
}

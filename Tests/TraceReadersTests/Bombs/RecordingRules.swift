import Recordings
import Units

@testable import Decoding
@testable import Histories
@testable import RunFolders
@testable import TraceReaders

/// Rules that the result of reading must obey, whatever the bytes.
enum RecordingRules {
  /// The maximum size in bytes of a stored text or an error: a name in any script, with the kind of thing that it
  /// names.
  private static let longestText = 1 << 14

  /// Reads bytes; returns a complaint unless the result is an error or recordings that obey the rules.
  static func complaint(about bytes: [UInt8]) -> String? {
    complaint(
      about: Result { () throws(TraceError) in
        try TraceReader.read(bytes: bytes, name: "any")
      })
  }

  /// Returns a complaint about the result of a reading; `nil` if it obeys the rules.
  static func complaint(about outcome: Result<TraceFile, TraceError>) -> String? {
    switch outcome {
    case .success(let file):
      if file.recordings.isEmpty { return "no error and no recording" }
      return file.recordings.lazy.compactMap(complaint).first
    case .failure(let error):
      return "\(error)".utf8.count > longestText ? "an error is too long" : nil
    }
  }

  private static func complaint(about recording: Recording) -> String? {
    if let presents = recording.timeline.value?.presents,
      !zip(presents, presents.dropFirst()).allSatisfy({ $0 < $1 })
    {
      return "presents do not increase"
    }
    for counter in recording.counters {
      if let complaint = complaint(about: counter, frames: recording.timeline.value?.frameCount) {
        return "\(counter.name): \(complaint)"
      }
    }
    if let text = texts(of: recording).first(where: { $0.utf8.count > longestText }) {
      return "a text of \(text.utf8.count) bytes is stored"
    }
    let markers = recording.markers
    return markers.allSatisfy { $0.start <= $0.end } ? nil : "a marker ends before it starts"
  }

  private static func complaint(about counter: Counter, frames: Int?) -> String? {
    let samples = counter.samples
    guard samples.stretches.allSatisfy({ $0.value?.isFinite ?? true }) else {
      return "a sample is not finite"
    }
    switch samples.clock {
    case .frames:
      return samples.count == frames ? nil : "\(samples.count) samples, \(frames ?? -1) frames"
    case .times(let times):
      let areInOrder = zip(times, times.dropFirst()).allSatisfy { $0 <= $1 }
      return areInOrder && times.count == samples.count ? nil : "times and samples do not match"
    }
  }

  private static func texts(of recording: Recording) -> [String] {
    let description = recording.description
    let device = description.device
    let facts = [
      recording.origin.stream, recording.origin.dialect, recording.timeline.reason, device.name,
      device.os, device.cpu, device.gpu, description.date, description.commit,
    ]
    return facts.compactMap(\.self) + recording.counters.map(\.name) + recording.markers.map(\.name)
      + recording.issues.compactMap(\.found) + description.scalars.map(\.name)
      + description.labels.flatMap { [$0.key, $0.value] }
      + device.properties.flatMap { [$0.key, $0.value] } + description.reported.map(\.key)
  }
}

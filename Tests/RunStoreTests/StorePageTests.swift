import Recordings
import Testing
import Units

@testable import RunStore

@Suite("The bytes of a run, read by docs/store.md alone")
struct StorePageTests {
  @Test("Every column of a run and every counter is there", arguments: 0..<40)
  func run(seed: UInt64) {
    let recording = Made.anything(seed: seed)
    let packed = PackedRecording(recording)
    let presents = Array(recording.timeline.value?.presents ?? [])
    for column in packed.columns {
      let decoder = StorePageDecoder(Array(column.data))
      #expect(
        read(column, with: decoder, presents: presents)
          == expected(column.signal, of: recording), "\(column.signal)")
    }
    for (counter, bytes) in zip(recording.counters, packed.counters) {
      expect(counter.samples, in: bytes)
    }
  }

  private func read(
    _ column: PackedRecording.Column, with decoder: StorePageDecoder, presents: [Nanoseconds]
  ) -> [Int64?] {
    var decoder = decoder
    switch column.signal {
    case "present": return decoder.integers(column.count)
    case "kind", "blame": return decoder.pairs().map { Int64($0) }
    case "display" where !presents.isEmpty:
      return zip(decoder.signal(), presents.dropFirst()).map { shown, present in
        shown.map { $0 &+ present }
      }
    default: return decoder.signal()
    }
  }

  private func expected(_ signal: String, of recording: Recording) -> [Int64?] {
    let timeline = recording.timeline.value
    switch signal {
    case "present": return timeline.map { Array($0.presents) } ?? []
    case "kind": return timeline?.kinds?.map { Int64($0.rawValue) } ?? []
    case "blame": return timeline?.blames?.map { Int64($0.rawValue) } ?? []
    default:
      let signals = timeline?.signals ?? recording.unplacedSignals
      let column = FrameSignal(rawValue: signal).flatMap { signals[$0] }
      return column.map { column in (0..<column.count).map { column[$0] } } ?? []
    }
  }

  private func expect(_ samples: SampleColumn, in bytes: PackedRecording.PackedCounter) {
    var decoder = StorePageDecoder(Array(bytes.samples))
    if let found = decoder.samples() {
      #expect(
        found == samples.stretches.flatMap { [Double?](repeating: $0.value, count: $0.count) })
      #expect(decoder.isAtEnd)
    }
    switch (samples.clock, bytes.times) {
    case (.frames, nil): break
    case (.times(let times), let packed?):
      var clock = StorePageDecoder(Array(packed))
      #expect(clock.integers(times.count) == times)
    default: Issue.record("the clock is of another kind")
    }
  }
}

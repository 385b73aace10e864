import Recordings
import Testing

@testable import RunStore

@Suite("Round trips through the store")
struct RoundTripTests {
  @Test("Any recording is equal after a round trip, read by another connection", arguments: 0..<40)
  func recording(seed: UInt64) throws {
    let scratch = try Scratch()
    let recording = Made.anything(seed: seed)
    let draft = RunDraft(
      suite: "s", stage: "1", name: "#1", digest: "\(seed)", recording: recording)
    let outcome = try RunStore.open(scratch.path(), access: .create).add(draft)
    #expect(outcome == .added(RunID(1)))
    let store = try RunStore.open(scratch.path(), access: .read)
    #expect(try store.recording(of: RunID(1)) == recording)
    #expect(try store.verify() == [])
  }

  @Test("The smallest and the largest time that fit are equal after a round trip")
  func extremes() throws {
    let scratch = try Scratch()
    let store = try RunStore.open(scratch.path(), access: .create)
    let presents: [Int64] = [.min, .min + 1, -1, 0, 1, .max - 1, .max]
    let draft = Made.draft("extremes") {
      $0.timeline = .known(FrameTimeline(presents: NumberColumn(presents)))
    }
    _ = try store.add(draft)
    #expect(try store.recording(of: RunID(1)).timeline.value?.presents == NumberColumn(presents))
    #expect(try store.runs()[0].duration == nil)
    #expect(try store.runs()[0].frames.value == 6)
  }

  @Test("Of several runs with the same digest, only the first is added")
  func sameDigest() throws {
    let scratch = try Scratch()
    let store = try RunStore.open(scratch.path(), access: .create)
    #expect(try store.add(Made.draft("a", digest: "d")) == .added(RunID(1)))
    #expect(try store.add(Made.draft("b", digest: "d")) == .alreadyThere(RunID(1)))
    let batch = try store.add([Made.draft("c"), Made.draft("c"), Made.draft("e")])
    #expect(batch == [.added(RunID(2)), .alreadyThere(RunID(2)), .added(RunID(3))])
    #expect(try store.runs().map(\.name) == ["a", "c", "e"])
    #expect(try store.run(ofDigest: "d") == RunID(1))
    #expect(try store.run(ofDigest: "absent") == nil)
  }

  @Test("A missing run is an error that names it")
  func missing() throws {
    let scratch = try Scratch()
    let store = try RunStore.open(scratch.path(), access: .create)
    #expect(throws: StoreError.noSuchRun(path: scratch.path(), run: RunID(9))) {
      try store.recording(of: RunID(9))
    }
  }
}

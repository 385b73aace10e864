import Recordings
import Testing
import Units

@testable import Decoding
@testable import Histories
@testable import RunFolders
@testable import TraceReaders

/// A generator with equal numbers on all machines, so that failures can be reproduced (SplitMix64, Steele 2014).
struct SeededGenerator: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var word = state
    word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
    word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
    return word ^ (word >> 31)
  }
}

@Suite("Arbitrary bytes")
struct AnyBytesTests {
  @Test("a fixture truncated at any position is read or refused", arguments: Fixture.all)
  func truncations(fixture: Fixture) throws {
    let bytes = try fixture.bytes()
    // Every length of small fixtures and about 80 lengths of larger ones; the fuzzer tries many more.
    for length in stride(from: 0, through: bytes.count, by: max(bytes.count / 80, 1)) {
      let complaint = RecordingRules.complaint(about: Array(bytes.prefix(length)))
      #expect(complaint == nil, "cut to \(length) bytes")
    }
  }

  @Test("a fixture with random damage is read or refused", arguments: Fixture.all)
  func mutations(fixture: Fixture) throws {
    let bytes = try fixture.bytes()
    var generator = SeededGenerator(state: UInt64(bytes.count))
    for round in 0..<40 {
      let complaint = RecordingRules.complaint(about: mutated(bytes, using: &generator))
      #expect(complaint == nil, "round \(round)")
    }
  }

  @Test func randomBytesAreRefused() {
    var generator = SeededGenerator(state: 1)
    for length in 0..<400 {
      let bytes = (0..<length).map { _ in UInt8.random(in: 0...255, using: &generator) }
      #expect(RecordingRules.complaint(about: bytes) == nil, "\(length) bytes")
    }
  }

  /// Random rows with anything that a table may contain, below a header that is recognized.
  @Test(
    "random rows are read or left out",
    arguments: [
      "timestamp_ns,frame_time_ms,cpu_ms,display_timestamp_ns,dropped,cpu_percent",
      "timestamp_s,end_s,name,activity,memory_mb", "frame_time_us,power_w",
      "fps,frametime,cpu_load,process_rss,elapsed",
      "Application,ProcessID,SwapChainAddress,TimeInQPC,MsBetweenPresents,Dropped",
      "Application,CPUStartTime,FrameTime,FrameType,CPUUtilization",
    ])
  func randomRows(header: String) {
    let cells = [
      "0", "1", "-1", "16.6", "1e9", "9e18", "4611686018427387903", "-4611686018427387903", "NA",
      "",
      "nan", "inf", "\"", "\"1\"", "x", "1,5", "\r", ",", "9223372036854775807", " 7 ", "1e-300",
    ]
    var generator = SeededGenerator(state: UInt64(header.utf8.count))
    for round in 0..<300 {
      let rows = (0..<8).map { _ in
        (0..<Int.random(in: 1...7, using: &generator))
          .map { _ in cells.randomElement(using: &generator) ?? "" }.joined(separator: ",")
      }
      let text = ([header] + rows).joined(separator: "\n")
      #expect(RecordingRules.complaint(about: Array(text.utf8)) == nil, "round \(round)")
    }
  }

  /// Flips, deletes, duplicates or replaces a few ranges of bytes.
  private func mutated(_ bytes: [UInt8], using generator: inout SeededGenerator) -> [UInt8] {
    let interesting: [UInt8] = Array(",\n\r\"-.e0;9{}[]:".utf8) + [0, 0xFF, 0xEF]
    var result = bytes
    for _ in 0..<Int.random(in: 1...6, using: &generator) where !result.isEmpty {
      let start = Int.random(in: 0..<result.count, using: &generator)
      let end = min(start + Int.random(in: 1...20, using: &generator), result.count)
      switch Int.random(in: 0..<4, using: &generator) {
      case 0: result[start] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
      case 1: result.removeSubrange(start..<end)
      case 2: result.insert(contentsOf: result[start..<end], at: start)
      default: result[start] = interesting.randomElement(using: &generator) ?? 0
      }
    }
    return result
  }
}

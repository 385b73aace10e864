import Recordings
import Testing
import Units

@testable import Decoding
@testable import TraceReaders

/// Writes the packets of a program that uses Perfetto's library: process 7 with main thread 7 and render thread 8.
private struct MadeTrackEvents {
  private(set) var bytes: [UInt8] = []

  static let (mainTrack, renderTrack, workerTrack): (Int64, Int64, Int64) = (70, 80, 90)

  /// Adds a packet of a sequence, at a time in milliseconds.
  mutating func packet(
    _ sequence: Int64 = 1, at time: Int64? = nil, _ fill: (inout Wire) -> Void
  ) {
    var trace = Wire()
    trace.put(1) { packet in
      packet.put(10, sequence)
      if let time { packet.put(8, time * 1_000_000) }
      fill(&packet)
    }
    bytes += trace.bytes
  }

  /// Adds the descriptions of the main thread, the render thread and a worker.
  mutating func addTracks() {
    for (track, thread, name) in [
      (Self.mainTrack, 7, "app"), (Self.renderTrack, 8, "RenderThread"),
      (Self.workerTrack, 9, "worker"),
    ] as [(Int64, Int64, String)] {
      packet { packet in
        packet.put(60) { descriptor in
          descriptor.put(1, track)
          descriptor.put(4) { description in
            description.put(1, 7)
            description.put(2, thread)
            description.put(5, Array(name.utf8))
          }
        }
      }
    }
  }

  /// Adds the beginning of a slice with a name in the event itself.
  mutating func begin(_ name: String, on track: Int64 = mainTrack, at time: Int64) {
    packet(at: time) { packet in
      packet.put(11) { event in
        event.put(9, 1)
        event.put(11, track)
        event.put(23, Array(name.utf8))
      }
    }
  }

  /// Adds the end of a slice.
  mutating func end(on track: Int64 = mainTrack, _ sequence: Int64 = 1, at time: Int64) {
    packet(sequence, at: time) { packet in
      packet.put(11) { event in
        event.put(9, 2)
        event.put(11, track)
      }
    }
  }

  /// Adds the beginning of a slice whose name has a number; the packet needs the state of its sequence.
  mutating func begin(
    number: Int64, _ sequence: Int64 = 1, at time: Int64, _ more: (inout Wire) -> Void = { _ in }
  ) {
    packet(sequence, at: time) { packet in
      more(&packet)
      packet.put(13, 2)
      packet.put(11) { event in
        event.put(9, 1)
        event.put(10, number)
        event.put(11, Self.mainTrack)
      }
    }
  }

  /// Adds names of events to a sequence.
  mutating func intern(_ names: [(number: Int64, name: [UInt8])], _ fill: (inout Wire) -> Void) {
    packet { packet in
      fill(&packet)
      packet.put(12) { interned in
        for (number, name) in names {
          interned.put(2) { entry in
            entry.put(1, number)
            entry.put(2, name)
          }
        }
      }
    }
  }
}

@Suite("Track events of Perfetto")
struct TrackEventTests {
  /// Two frames of process 7 that are presented at 20 and 60 ms; the work on the second begins at 21 ms.
  private static func frames() -> [UInt8] {
    var trace = MadeFrameTimeline()
    for (token, start, present) in [(1, 5, 20), (2, 21, 60)] as [(Int64, Int64, Int64)] {
      let begin = start * 1_000_000
      trace.surface(token, shownBy: token, from: begin, to: begin + 9_000_000)
      trace.display(token, presented: present * 1_000_000)
    }
    return trace.bytes
  }

  /// The time of each part of the frame in milliseconds, and the issues of the run.
  private static func read(
    _ events: MadeTrackEvents, and more: [UInt8] = []
  ) throws -> (times: [String: Double], issues: [ImportIssue]) {
    let bytes = frames() + events.bytes + more
    let file = try TraceReader.read(bytes: bytes, name: "t.perfetto-trace")
    let run = try #require(file.recordings.first)
    let parts = run.timeline.value?.parts
    let times = (parts?.entries(ofFrame: 0) ?? []).map { entry in
      (parts?.parts[Int(entry.part)].name ?? "", Double(entry.duration) / 1e6)
    }
    return (Dictionary(uniqueKeysWithValues: times), run.issues)
  }

  @Test("slices of the main thread and the render thread are parts of frames, and no others")
  func threads() throws {
    var events = MadeTrackEvents()
    events.addTracks()
    events.begin("compose", at: 22)
    events.begin("Item (List.kt:12)", at: 23)
    events.begin("flush", on: MadeTrackEvents.renderTrack, at: 24)
    events.begin("decode", on: MadeTrackEvents.workerTrack, at: 24)
    events.begin("loading", on: 12345, at: 24)
    events.end(at: 28)
    events.end(on: MadeTrackEvents.workerTrack, at: 29)
    events.end(at: 30)
    events.end(on: MadeTrackEvents.renderTrack, at: 34)
    let (times, issues) = try Self.read(events)
    #expect(times == ["compose": 3, "Item (List.kt)": 5, "flush": 10])
    #expect(issues == [])
  }

  @Test("names, the track and the clock come from earlier packets of the sequence")
  func state() throws {
    var events = MadeTrackEvents()
    events.addTracks()
    events.intern([(5, Array("parse".utf8))]) { packet in
      packet.put(13, 1)
      packet.put(59) { defaults in
        defaults.put(58, 64)
        defaults.put(11) { $0.put(11, MadeTrackEvents.mainTrack) }
      }
      packet.put(6) { snapshot in
        // A clock in units of 1 ms, whose times are differences; the boot clock shows 20 ms.
        for fields in [[(1, 64), (2, 3), (3, 1), (4, 1_000_000)], [(1, 6), (2, 20_000_000)]]
          as [[(UInt64, Int64)]]
        {
          snapshot.put(1) { clock in for (field, value) in fields { clock.put(field, value) } }
        }
      }
    }
    for (type, units) in [(1, 5), (2, 8)] as [(Int64, Int64)] {
      events.packet { packet in
        packet.put(8, units)
        packet.put(11) { event in
          event.put(9, type)
          if type == 1 { event.put(10, 5) }
        }
      }
    }
    // From 25 ms to 33 ms. Another sequence has names of its own.
    events.begin(number: 5, 2, at: 40)
    events.end(on: MadeTrackEvents.mainTrack, 2, at: 44)
    let (times, issues) = try Self.read(events)
    #expect(times == ["parse": 8, "unnamed": 4])
    #expect(issues == [ImportIssue(.brokenReference, found: "the name of a track event")])
  }

  @Test("track events and trace marks of a thread are nested by their times, without its waits")
  func nested() throws {
    var events = MadeTrackEvents()
    events.addTracks()
    events.begin("compose", at: 24)
    events.end(at: 34)
    let marks = Wire.packet { packet in
      packet.put(1) { bundle in
        bundle.put(1, 0)
        for (time, text) in [
          (22, "B|7|traversal"), (26, "B|7|measure"), (27, "E|7"), (40, "E|7"),
        ] as [(Int64, String)] {
          bundle.put(2) { event in
            event.put(1, time * 1_000_000)
            event.put(2, 7)
            event.put(3) { $0.put(2, Array("\(text)\n".utf8)) }
          }
        }
        for (time, previous, state, next) in [(28, 7, 256, 5), (30, 5, 1, 7)]
          as [(Int64, Int64, Int64, Int64)]
        {
          bundle.put(2) { event in
            event.put(1, time * 1_000_000)
            event.put(4) { change in
              change.put(2, previous)
              change.put(4, state)
              change.put(6, next)
            }
          }
        }
      }
    }
    let expected: [String: Double] = [
      "traversal": 8, "measure": 1, "compose": 7, "waiting for a CPU": 2,
    ]
    #expect(try Self.read(events, and: marks).times == expected)
    // A loss of kernel events does not affect the track events.
    let loss = Wire.packet { $0.put(1) { $0.put(3, 1) } }
    #expect(try Self.read(events, and: marks + loss).times == expected)
  }

  @Test("after a loss, open slices are left out, and packets that need the lost state are skipped")
  func loss() throws {
    var events = MadeTrackEvents()
    events.addTracks()
    let names: [(Int64, [UInt8])] = [(1, Array("parse".utf8)), (2, Array("draw".utf8))]
    events.intern(names) { packet in
      packet.put(13, 1)
      packet.put(59) { $0.put(11) { $0.put(11, MadeTrackEvents.mainTrack) } }
    }
    events.begin(number: 1, at: 22)
    events.begin(number: 2, at: 30) { $0.put(42, 1) }
    events.end(at: 34)
    events.intern(names) { $0.put(13, 1) }
    events.begin(number: 2, at: 40)
    events.end(at: 41)
    let (times, issues) = try Self.read(events)
    #expect(times == ["draw": 1] && issues == [])
  }

  @Test("slices that never end, ends without beginnings and deep nesting do no harm")
  func unpaired() throws {
    var events = MadeTrackEvents()
    events.addTracks()
    events.end(at: 21)
    for _ in 0..<600 { events.begin("deep", at: 22) }
    events.begin("inner", at: 23)
    for _ in 0..<100 { events.end(at: 30) }
    let (times, issues) = try Self.read(events)
    // The innermost 89 of the 601 slices are ignored with their ends, and eleven others end.
    #expect(times == ["deep": 8])
    #expect(
      issues == [
        ImportIssue(.outOfRange, found: "a trace slice without an end", count: 501),
        ImportIssue(.tooMany, found: "trace slices nested more than 512 levels deep"),
      ])
  }

  @Test("a time on an unknown clock or far from all others is an issue, and the event is left out")
  func times() throws {
    var events = MadeTrackEvents()
    events.addTracks()
    events.packet(at: 22) { packet in
      packet.put(58, 70)
      packet.put(11) { event in
        event.put(9, 1)
        event.put(11, MadeTrackEvents.mainTrack)
      }
    }
    events.begin("late", at: 5_000_000_000_000)
    events.begin("parse", at: 24)
    events.end(at: 26)
    let (times, issues) = try Self.read(events)
    #expect(times == ["parse": 2])
    #expect(issues == [ImportIssue(.outOfRange, found: "the time of a track event", count: 2)])
  }

  @Test("the memory for names and sequences is limited, and an issue counts the others")
  func limits() throws {
    var events = MadeTrackEvents()
    let name = [UInt8](repeating: 0x61, count: 300)
    for batch in 0..<70 as Range<Int64> {
      // Names of a sequence whose state is cleared need no memory.
      if batch == 10 { events.packet { $0.put(13, 1) } }
      events.intern((0..<1000).map { (batch * 1000 + $0, name) }) { _ in }
    }
    for sequence in 2..<5000 as Range<Int64> { events.packet(sequence) { _ in } }
    let (_, issues) = try Self.read(events)
    #expect(issues.map(\.kind) == [.tooMany])
    // After the clear, 52,429 names of 256 bytes each are read, and 4,096 sequences in all.
    #expect(issues.first?.count == 60_000 - 52_429 + 4_999 - 4_096)
  }
}

import Recordings
import Testing
import Units

@testable import Decoding
@testable import TraceReaders

/// Traces of Chrome and Flutter in Perfetto's format.
@Suite("Track events of programs")
struct ProgramEventTests {
  private static func text(_ word: String) -> [UInt8] { Array(word.utf8) }

  /// A track of a process, whose type is that of Chrome's processes if there is one.
  private static func process(_ track: Int64, _ id: Int64, chrome type: Int64?) -> [UInt8] {
    Wire.packet { packet in
      packet.put(60) { descriptor in
        descriptor.put(1, track)
        descriptor.put(3) { $0.put(1, id) }
        if let type { descriptor.put(6) { $0.put(1, type) } }
      }
    }
  }

  /// The report on a frame: a slice on a track of its own, below the track of the process.
  private static func report(
    _ track: Int64, from begin: Int64, to end: Int64, state: Int64, field: UInt64 = 1075
  ) -> [UInt8] {
    let descriptor = Wire.packet { packet in
      packet.put(60) { descriptor in
        descriptor.put(1, track)
        descriptor.put(5, 1)
      }
    }
    let start = Wire.packet(at: begin * 1_000_000) { packet in
      packet.put(12) { texts in
        texts.put(2) { name in
          name.put(1, 4)
          name.put(2, text("PipelineReporter"))
        }
      }
      packet.put(11) { event in
        event.put(9, 1)
        event.put(10, 4)
        event.put(11, track)
        event.put(field) { report in
          report.put(1, state)
          report.put(3, 1)
          report.put(4, track)
          report.put(11, 3)
        }
      }
    }
    return descriptor + start
      + Wire.packet(at: end * 1_000_000) { packet in
        packet.put(11) { event in
          event.put(9, 2)
          event.put(11, track)
        }
      }
  }

  private static func read(_ bytes: [UInt8]) throws -> Recording {
    try #require(try TraceReader.read(bytes: bytes, name: "trace").recordings.first)
  }

  @Test(
    "frames of Chrome are its reports, in the old field and in the new one", arguments: [32, 1075])
  func chrome(field: UInt64) throws {
    var bytes = Self.process(1, 7, chrome: 2)
    for frame in 0..<5 as Range<Int64> {
      let begin = 20 + frame * 16
      bytes += Self.report(
        100 + frame, from: begin, to: begin + 20, state: frame == 2 ? 3 : 1, field: field)
    }
    let run = try Self.read(bytes)
    let timeline = try #require(run.timeline.value)
    #expect(run.origin.stream == "Renderer 7" || run.origin.stream == nil)
    #expect(run.origin.dialect == PerfettoDialect.chrome)
    #expect(timeline.frameCount == 4)
    #expect(timeline.kinds.map { $0.count { $0 == .dropped } } == 1)
  }

  @Test("a trace has the same frames in Perfetto's format and in JSON")
  func sameAsJSON() throws {
    let json = try TraceReader.read(
      bytes: try Fixture(format: "chrome", file: "good-reports.json").bytes(), name: "json")
    let packets = try TraceReader.read(
      bytes: try Fixture(format: "perfetto", file: "good-chrome-reports.perfetto-trace").bytes(),
      name: "packets")
    #expect(json.recordings.count == packets.recordings.count)
    for (one, other) in zip(json.recordings, packets.recordings) {
      #expect(one.timeline == other.timeline)
      #expect(one.description.labels["page"] == other.description.labels["page"])
      #expect(one.markers.count == other.markers.count)
    }
  }

  @Test("without frames, the message names what Chrome or Flutter has to record")
  func noFrames() throws {
    let flutter = Wire.packet(at: 1) { packet in
      packet.put(11) { event in
        event.put(9, 3)
        event.put(11, 1)
        event.put(22, Self.text("Dart"))
        event.put(23, Self.text("ready"))
      }
    }
    for (bytes, wanted) in [
      (Self.process(1, 7, chrome: 2), "PipelineReporter"),
      (Self.process(1, 7, chrome: nil) + flutter, "GPURasterizer::Draw"),
    ] {
      let error = #expect(throws: TraceError.self) { try Self.read(bytes) }
      let message = error.map { "\($0)" } ?? ""
      #expect(message.contains(wanted) && !message.contains("FrameTimeline"), "\(message)")
    }
  }

  @Test("the framework's build times win over those of the engine's callback around them")
  func flutter() throws {
    var bytes = Wire.packet { packet in
      packet.put(60) { descriptor in
        descriptor.put(1, 5)
        descriptor.put(4) { thread in
          thread.put(1, 9)
          thread.put(2, 5)
        }
      }
    }
    for (type, name, time) in [
      (1, "Animator::BeginFrame", 20), (1, "Frame", 21), (2, "", 24), (2, "", 26),
    ] as [(Int64, String, Int64)] {
      bytes += Wire.packet(at: time * 1_000_000) { packet in
        packet.put(11) { event in
          event.put(9, type)
          event.put(11, 5)
          if type == 1 {
            event.put(22, Self.text("Embedder"))
            event.put(23, Self.text(name))
          }
        }
      }
    }
    let run = try Self.read(bytes)
    #expect(run.unplacedSignals[.ui].map { Array($0) } == [3_000_000])
  }
}

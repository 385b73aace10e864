import Recordings
import TestSupport
import Testing
import Units

@testable import Decoding
@testable import Histories
@testable import RunFolders
@testable import TraceReaders

@Suite("Perfetto")
struct PerfettoTests {
  private static func read(_ bytes: [UInt8]) throws -> [Recording] {
    try TraceReader.read(bytes: bytes, name: "t.perfetto-trace").recordings
  }

  /// A packet with a bundle of kernel events of one processor.
  private static func bundle(_ processor: Int64, _ fill: (inout Wire) -> Void) -> [UInt8] {
    Wire.packet { packet in
      packet.put(1) { bundle in
        bundle.put(1, processor)
        fill(&bundle)
      }
    }
  }

  /// Adds a text that thread 7 printed, at a time in milliseconds.
  private static func print(_ text: String, at time: Int64, in bundle: inout Wire) {
    bundle.put(2) { event in
      event.put(1, time * 1_000_000)
      event.put(2, 7)
      event.put(3) { $0.put(2, Array("\(text)\n".utf8)) }
    }
  }

  private static func packed(_ numbers: [Int64]) -> [UInt8] {
    numbers.flatMap { Wire.varint(UInt64(bitPattern: $0)) }
  }

  @Test("slices and waits are parts of frames, also if the thread changes its processor")
  func parts() throws {
    var trace = MadeFrameTimeline()
    for token in 1...2 as ClosedRange<Int64> {
      trace.surface(token, shownBy: token, from: token * 10_000_000, to: token * 10_000_000 + 9)
      trace.display(token, presented: token * 20_000_000)
    }
    let earlier = Self.bundle(1) { bundle in
      Self.print("B|7|start", at: 1, in: &bundle)
      Self.print("E|7", at: 2, in: &bundle)
    }
    // The thread runs on processor 1, then on 0, whose bundle comes first.
    let first = Self.bundle(0) { bundle in
      Self.print("E|7", at: 28, in: &bundle)
      bundle.put(4) { lists in
        lists.put(1, Self.packed([26_000_000, 4_000_000, 1_000_000]))
        lists.put(2, Self.packed([1, 2, 1]))
        lists.put(3, Self.packed([7, 0, 7]))
        lists.put(7, Self.packed([30_500_000]))
        lists.put(8, Self.packed([7]))
      }
    }
    let second = Self.bundle(1) { bundle in
      Self.print("B|7|inflate 12", at: 21, in: &bundle)
      bundle.put(2) { event in
        event.put(1, 24_000_000)
        event.put(2, 7)
        event.put(4) { change in
          change.put(2, 7)
          change.put(4, 256)
          change.put(6, 5)
        }
      }
    }
    let run = try #require(try Self.read(trace.bytes + earlier + first + second).first)
    let parts = try #require(run.timeline.value?.parts)
    let times = parts.entries.map { (parts.parts[Int($0.part)].name, $0.duration) }
    #expect(
      Dictionary(uniqueKeysWithValues: times) == [
        "inflate": 5_000_000, "waiting for a CPU": 2_500_000, "blocked in the kernel": 500_000,
      ])
  }

  @Test("a frame is presented with the display frame that shows it, in any order of the two")
  func presents() throws {
    var trace = MadeFrameTimeline()
    trace.surface(3, shownBy: 30, from: 300, to: 340, expected: 330)
    trace.surface(1, shownBy: 10, from: 100, to: 120, expected: 130)
    trace.surface(2, shownBy: 20, from: 200, to: 220)
    for display in [30, 10, 20] { trace.display(Int64(display), presented: Int64(display) * 1000) }
    let run = try #require(try Self.read(trace.bytes).first)
    let timeline = try #require(run.timeline.value)
    #expect(timeline.presents == [0, 10_000, 20_000])
    #expect(timeline.signals[.work] == OptionalColumn([20, 40]))
    #expect(timeline.signals[.overrun] == OptionalColumn([nil, 10]))
    #expect(run.origin.stream == "app/Main#1 7")
    #expect(run.issues == [])
  }

  @Test("interleaved surfaces give the same runs as consecutive ones")
  func turns() throws {
    func add(_ layer: Int, _ frame: Int, to trace: inout MadeFrameTimeline) {
      let start = Int64(frame * 1000 + layer)
      trace.surface(
        Int64(frame * 100 + layer), shownBy: 1, from: start, to: frame % 7 == 3 ? nil : start + 500,
        expected: frame % 2 == 0 ? start + 490 : nil, layer: "TX - app/View\(layer)#1",
        process: Int64(layer % 3 + 7), present: frame % 9 == 4 ? 4 : 1,
        jank: 1 << Int64((frame + layer) % 16) | 1)
    }
    var (turns, apart) = (MadeFrameTimeline(), MadeFrameTimeline())
    for frame in 0..<30 {
      for layer in 0..<60 { add(layer, frame, to: &turns) }
    }
    for layer in 0..<60 {
      for frame in 0..<30 { add(layer, frame, to: &apart) }
    }
    let runs = try Self.read(turns.bytes)
    #expect(runs.count == 60)
    #expect(runs == (try Self.read(apart.bytes)))
  }

  @Test("if there are too many surfaces, the first are read, and an issue counts the others")
  func tooManySurfaces() throws {
    var trace = MadeFrameTimeline()
    for layer in 0..<FrameTimelineEvents.mostLayers + 3 {
      for frame in 1...2 {
        trace.surface(
          Int64(frame), shownBy: 1, from: Int64(layer), to: Int64(layer + frame),
          layer: "TX - app/View\(layer)#1")
      }
    }
    let runs = try Self.read(trace.bytes)
    #expect(runs.count == FrameTimelineEvents.mostLayers)
    #expect(runs[0].issues.map(\.kind) == [.tooMany] && runs[0].issues[0].count == 6)
  }

  @Test("dropped frames are counted, and frames without a display frame are left out")
  func unplaced() throws {
    var trace = MadeFrameTimeline()
    for token in 1...3 {
      trace.surface(Int64(token), shownBy: Int64(token), from: 1, to: Int64(token) * 10)
      trace.display(Int64(token), presented: Int64(token) * 100)
    }
    trace.surface(4, shownBy: 4, from: 1, to: 40, present: 4, jank: 1024)
    trace.surface(5, shownBy: 99, from: 1, to: 50)
    trace.surface(6, shownBy: 3, from: 1, to: nil)
    let run = try #require(try Self.read(trace.bytes).first)
    #expect(run.timeline.value?.frameCount == 2)
    #expect(run.timeline.value?.unplaced == [.dropped: 1])
    #expect(run.issues == [ImportIssue(.unfinishedFrame, count: 2)])
  }

  @Test("without display frames, the frames are timed by the end of the work on them")
  func noDisplay() throws {
    var trace = MadeFrameTimeline()
    for token in 1...3 {
      trace.surface(Int64(token), shownBy: Int64(token), from: 1, to: Int64(token) * 10)
    }
    #expect(try Self.read(trace.bytes).first?.timeline.value?.presents == [0, 10, 20])
  }

  @Test("the display's own frames come last, whatever their number")
  func order() throws {
    var trace = MadeFrameTimeline()
    for token in 1...9 { trace.display(Int64(token), presented: Int64(token) * 100) }
    for token in 1...2 {
      trace.surface(Int64(token), shownBy: Int64(token), from: 1, to: Int64(token) * 10)
    }
    #expect(try Self.read(trace.bytes).map(\.origin.stream) == ["app/Main#1 7", "display 400"])
  }

  @Test(
    "each jank type blames the application, the system, the queue, nothing or an unknown cause",
    arguments: [
      (1, []), (0, []), (64, .application), (4096, .application), (2, .system), (4, .system),
      (8, .system), (16, .system), (32, .system), (128, .queue), (512, .queue), (256, .unknown),
      (192, [.application, .queue]), (2048, []), (8192, []), (16384, []), (32768, []),
    ] as [(UInt64, FrameBlame)])
  func blames(bits: UInt64, blame: FrameBlame) {
    #expect(JankType.blame(of: bits) == blame)
  }

  @Test("ends in any order are matched with their starts")
  func interleaved() throws {
    var first = MadeFrameTimeline()
    first.surface(1, shownBy: 1, from: 10, to: 15, expected: 12)
    first.surface(2, shownBy: 2, from: 20, to: 27)
    // Packets of equal length: expected 1, its end, actual 1, its end, actual 2, its end.
    let packets = Self.packets(of: first.bytes)
    let shuffled = [0, 2, 4, 5, 1, 3].flatMap { packets[$0] }
    var display = MadeFrameTimeline()
    display.display(1, presented: 100)
    display.display(2, presented: 200)
    let run = try #require(try Self.read(shuffled + display.bytes).first)
    #expect(run.timeline.value?.presents == [0, 100])
    #expect(run.timeline.value?.signals[.work] == OptionalColumn([7]))
  }

  private static func packets(of bytes: [UInt8]) -> [[UInt8]] {
    var packets: [[UInt8]] = []
    var rest = bytes[...]
    while rest.count > 1 {
      let length = Int(rest[rest.startIndex + 1]) + 2
      packets.append(Array(rest.prefix(length)))
      rest = rest.dropFirst(length)
    }
    return packets
  }

  // MARK: - Bytes

  @Test("splitting the stream at any position gives the same packets")
  func splitting() {
    let sizes = [0, 1, 5, 127, 128, 300]
    let stream = sizes.flatMap { size in
      var wire = Wire()
      wire.put(1, Array(repeating: UInt8(truncatingIfNeeded: size), count: size))
      wire.put(9, [1, 2, 3])
      return wire.bytes
    }
    for length in [1, 2, 3, 7, 64, 129, 1000] {
      var splitter = PacketSplitter()
      var found: [[UInt8]] = []
      for start in stride(from: 0, to: stream.count, by: length) {
        Array(stream[start..<min(start + length, stream.count)]).withUnsafeBufferPointer {
          splitter.begin($0)
          while let packet = splitter.nextPacket() {
            found.append(Array(UnsafeBufferPointer(start: packet.start, count: packet.count)))
          }
        }
      }
      #expect(found.map(\.count) == sizes, "chunks of \(length)")
      #expect(found.allSatisfy { packet in packet.allSatisfy { Int($0) == packet.count & 255 } })
      #expect(!splitter.isWithinPacket && splitter.damage == nil)
    }
  }

  @Test(
    "a packet that is too large is skipped, and one with an impossible length ends the trace")
  func lengths() throws {
    var trace = MadeFrameTimeline()
    for token in 1...3 {
      trace.surface(Int64(token), shownBy: Int64(token), from: 1, to: Int64(token) * 10)
    }
    var large = Wire()
    large.put(1, Array(repeating: 0, count: PacketSplitter.largestPacket + 1))
    let passed = try Self.read(trace.bytes + large.bytes + trace.bytes)
    #expect(passed.first?.issues.contains(ImportIssue(.oversizedPacket)) == true)
    let liar = trace.bytes + [10] + Wire.varint(1 << 40) + trace.bytes
    let cut = try Self.read(liar)
    #expect(cut.first?.timeline.value?.frameCount == 2)
    #expect(cut.first?.issues.map(\.kind) == [.damagedBytes, .oversizedPacket])
    let garbage = try Self.read(trace.bytes + [7, 7, 7] + trace.bytes)
    #expect(
      garbage.first?.issues
        == [ImportIssue(.damagedBytes, found: "byte \(trace.bytes.count)")])
  }

  @Test("packets compressed within a packet are read, but not packets compressed twice")
  func compression() throws {
    var trace = MadeFrameTimeline()
    for token in 1...3 {
      trace.surface(Int64(token), shownBy: Int64(token), from: 1, to: Int64(token) * 10)
    }
    let packed = Wire.packet { $0.put(50, gzip(trace.bytes)) }
    let once = try Self.read(packed)
    #expect(once.map(\.timeline) == (try Self.read(trace.bytes)).map(\.timeline))
    #expect(once.first?.issues == [])
    let twice = Wire.packet { $0.put(50, gzip(packed)) }
    #expect(try Self.read(trace.bytes + twice).first?.issues.map(\.kind) == [.unknownCompression])
    let broken = Wire.packet { $0.put(50, gzip(trace.bytes).dropLast(30)) }
    #expect(try Self.read(broken).first?.issues.map(\.kind) == [.damagedPacket])
  }

  @Test("each kind of loss is one issue, and the last statistics count")
  func losses() throws {
    func statistics(_ buffers: [(chunks: Int64, packets: Int64)]) -> [UInt8] {
      Wire.packet { packet in
        packet.put(35) { statistics in
          for buffer in buffers {
            statistics.put(1) {
              $0.put(18, buffer.chunks)
              $0.put(19, buffer.packets)
            }
          }
        }
      }
    }
    var timeline = MadeFrameTimeline()
    timeline.surface(1, shownBy: 10, from: 100, to: 120)
    timeline.surface(2, shownBy: 20, from: 200, to: 220)
    for display in [10, 20] { timeline.display(Int64(display), presented: Int64(display) * 1000) }
    let kernel = Wire.packet { $0.put(1) { $0.put(3, 1) } }
    let trace =
      timeline.bytes + statistics([(1, 0), (2, 0)]) + kernel + statistics([(4, 0), (2, 7)])
    let run = try #require(try Self.read(trace).first)
    let losses = run.issues.filter { $0.kind == .lostEvents }
    #expect(losses.map(\.found) == ["chunks_discarded", "lost_events", "trace_writer_packet_loss"])
    #expect(losses.map(\.count) == [6, 1, 7])
  }

  @Test("compressed packets that expand too far are refused, with their position")
  func bomb() throws {
    let bomb = Deflated.packet(of: 300_000)
    let trace = Wire.packet(at: 1) { _ in } + Wire.packet { $0.put(50, bomb) }
    #expect {
      try Self.read(trace)
    } throws: { error in
      guard case TraceError.damaged(_, let offset, let found, _)? = error as? TraceError else {
        return false
      }
      return offset == trace.count && found.hasPrefix("packets that decompress to more than ")
    }
  }

  @Test("a cursor never reads past the end of its message")
  func cursor() {
    for bytes in [[0x0A, 5, 1], [0x08], [0x08, 0x80], [0x09, 1], [0x0D, 1], [0x0B], [0x07]]
      as [[UInt8]]
    {
      bytes.withUnsafeBufferPointer { buffer in
        guard let start = buffer.baseAddress else { return }
        var cursor = WireCursor(WireBytes(start: start, count: buffer.count))
        while case let tag = cursor.tag(), tag != 0 { cursor.skip(tag) }
        #expect(cursor.isBroken && cursor.isAtEnd, "\(bytes)")
      }
    }
  }
}

/// Tests real traces.
@Suite(.enabled(if: SharedMaterial.isThere, Comment(rawValue: SharedMaterial.absence)))
struct RealPerfettoTests {
  private static func path(_ name: String) -> String {
    SharedMaterial.path("traces/perfetto/\(name).perfetto-trace")
  }

  /// Counted by another program: 801 display frames without jank, and 1,068 surface frames.
  ///
  /// Of the latter, 1,004 have no jank, 47 buffer stuffing, 12 a missed deadline of the application, and 5 both.
  @Test func verdictsAreThoseCountedElsewhere() throws {
    var source = try TraceSource(path: Self.path("sidky_nowinandroid"))
    let trace = try PerfettoTrace(reading: &source)
    let display = try #require(trace.frames.display)
    #expect(display.verdictCounts.enumerated().filter { $1 > 0 }.map(\.offset) == [0])
    #expect(display.verdictCounts[0] == 801)
    #expect(trace.frames.layers.reduce(0) { $0 + $1.count } == 1068)
    let verdicts: [Int: Int] = trace.frames.layers.reduce(into: [:]) { sum, layer in
      for (bit, count) in layer.verdictCounts.enumerated() where count > 0 {
        sum[1 << bit, default: 0] += count
      }
    }
    #expect(verdicts == [1: 1004, 128: 47 + 5, 64: 12 + 5])
  }

  @Test func theApplicationComesFirstWithTheDisplaysRate() throws {
    let runs = try TraceReader.read(Self.path("sidky_nowinandroid")).recordings
    #expect(runs.count == 11)
    let run = try #require(runs.first)
    #expect(run.origin.stream?.hasSuffix("nowinandroid.MainActivity#50010 9305") == true)
    // Of 739 frames, the first opens the timeline and the last has no end.
    #expect(run.timeline.value?.placedFrameCount == 737)
    #expect(run.description.scalars.first?.value == 739)
    #expect(run.description.device.refreshRate == 120)
    #expect(run.description.device.name == "google cheetah")
    #expect(run.description.device.os == "Android API 33")
    #expect(run.issues == [ImportIssue(.unfinishedFrame)])
    #expect(runs.last?.origin.stream == "display 458")
    #expect(runs.last?.timeline.value?.frameCount == 800)
  }

  /// Counted by another program: three frames, whose framework built them in 352.741, 6.18 and 0.911 ms.
  @Test func theFramesOfFlutterInATraceOfAnIPhoneAreRead() throws {
    let runs = try TraceReader.read(Self.path("flutter_devtools_ios")).recordings
    #expect(runs.map(\.origin.dialect) == [PerfettoDialect.flutter])
    let signals = try #require(runs.first).unplacedSignals
    #expect(signals[.ui].map { Array($0) } == [352_741_000, 6_180_000, 911_000])
    #expect(signals[.render].map { Array($0) } == [20_355_000, 4_417_000, 908_000])
  }
}

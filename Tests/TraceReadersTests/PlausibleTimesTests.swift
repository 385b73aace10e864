import Recordings
import Testing
import Units

@testable import Decoding
@testable import Histories
@testable import RunFolders
@testable import TraceReaders

/// Damaged times must not make a run that lasts for years.
@Suite("Damaged times")
struct PlausibleTimesTests {
  /// 2⁵⁸ plus a time since boot: a flipped bit, as found in dumps of Android.
  private static let damaged: Nanoseconds = 288_234_774_265_332_736

  @Test(
    arguments: [
      (0, true), (3_600 * .perSecond, true), (-20 * .perSecond, true), (damaged, false),
      (-damaged, false), (1_770_149_702 * .perSecond, true), (791_842_502 * .perSecond, true),
      (.max, false), (.min, false), (1 << 62, false),
    ] as [(Nanoseconds, Bool)])
  func timesThatClocksShow(time: Nanoseconds, isPlausible: Bool) {
    #expect(time.isPlausible == isPlausible)
  }

  @Test func aStepOfYearsIsNoStep() {
    let day = 86_400 * Nanoseconds.perSecond
    #expect((100 * day).isPlausible(after: 0))
    #expect(!(100 * day + 1).isPlausible(after: 0))
    #expect((0 as Nanoseconds).isPlausible(after: 100 * day + 1))
    #expect((1_770_149_702 * Nanoseconds.perSecond).isPlausible(after: nil))
    #expect(!(1_770_149_702 * Nanoseconds.perSecond).isPlausible(after: 5))
  }

  private func read(_ text: String) throws -> Recording {
    try #require(try TraceReader.read(bytes: Array(text.utf8), name: "a.csv").recordings.first)
  }

  @Test(
    "a damaged time of a frame is left out, at any position",
    arguments: [0, 1, 5, 19], [damaged, 1_770_149_702 * .perSecond])
  func frames(row: Int, time: Nanoseconds) throws {
    var times = (0..<20).map { 25_822 * Nanoseconds.perSecond + Nanoseconds($0) * 16_683_211 }
    times[row] = time
    let run = try read("timestamp_ns\n" + times.map { "\($0)\n" }.joined())
    let presents = try #require(run.timeline.value?.presents)
    #expect(presents.count == 19)
    #expect((presents.last ?? 0) < .perSecond)
    #expect(run.issues.map(\.kind) == [.outOfRange])
    #expect(run.issues.map(\.count) == [1])
  }

  /// A real dump of gfxinfo had a row in which every time was years off.
  @Test func framesOfGfxinfo() throws {
    let names = "Flags,IntendedVsync,Vsync,HandleInputStart,SwapBuffers,FrameCompleted,"
    let rows = (0..<12).map { index -> String in
      let vsync = 25_822_000_000_000 + index * 16_683_211
      let end = index == 4 ? Int(Self.damaged) : vsync + 9_000_000
      return "0,\(vsync),\(vsync),\(vsync + 1_000_000),\(vsync + 5_000_000),\(end),"
    }
    let run = try read(
      "---PROFILEDATA---\n\(names)\n\(rows.joined(separator: "\n"))\n---PROFILEDATA---\n")
    #expect(run.timeline.value?.frameCount == 10)
    #expect((run.timeline.value?.presents.last ?? 0) < .perSecond)
    #expect(run.issues.map(\.kind) == [.outOfRange])
  }

  @Test func signals() throws {
    let text = "timestamp_ns,cpu_ns\n0,5\n16000000,\(30 * Self.damaged / 100)\n33000000,6\n"
    #expect(try read(text).timeline.value?.signals[.cpuBusy] == OptionalColumn([nil, 6]))
  }

  @Test func samplesAndMarkers() throws {
    let year = 365 * 86_400 * Nanoseconds.perSecond
    let samples = SampleColumn(
      times: [-year, 0, .perSecond, year], values: [1, 2, nil, 3])
    var recording = Recording(
      origin: .init(source: "a", format: "native", dialect: "samples"),
      timeline: .known(FrameTimeline(presents: [0, 16_000_000, 33_000_000])),
      counters: [
        Counter(role: .cpu, name: "cpu", unit: .fraction, samples: samples),
        Counter(
          role: .gpu, name: "gpu", unit: .fraction,
          samples: SampleColumn(times: [year], values: [1])),
      ],
      markers: [
        Marker(start: 0, end: 5, name: "kept"), Marker(start: 0, end: year, name: "endless"),
        Marker(start: -year, end: 0, name: "early"),
      ])
    for timeline in [recording.timeline, .withheld(because: "none")] {
      recording.timeline = timeline
      var run = TraceRun(recording)
      run.leaveOutAbsurdTimes()
      #expect(
        run.recording.counters.map(\.samples)
          == [SampleColumn(times: [0, .perSecond], values: [2, nil])])
      #expect(run.recording.markers.map(\.name) == ["kept"])
      #expect(run.recording.issues.map(\.kind) == [.samplesOutside])
      #expect(run.recording.issues.map(\.count) == [5])
    }
  }

  /// In all text formats, numbers of ten or more digits are times.
  @Test("no damaged time in a fixture makes a run that lasts for years", arguments: Fixture.all)
  func fixtures(fixture: Fixture) throws {
    let bytes = try fixture.bytes()
    guard fixture.file.hasPrefix("good"), !bytes.contains(0) else { return }
    let limit = 300 * 86_400 * Nanoseconds.perSecond
    for range in Self.longNumbers(in: bytes) {
      var damaged = bytes
      damaged.replaceSubrange(range, with: "\(Self.damaged)".utf8)
      guard let file = try? TraceReader.read(bytes: damaged, name: fixture.file) else { continue }
      for run in file.recordings {
        #expect(run.timeline.value?.presents.last ?? 0 < limit, "\(range)")
        for marker in run.markers { #expect(marker.end - marker.start < limit, "\(range)") }
        for counter in run.counters {
          guard case .times(let times) = counter.samples.clock else { continue }
          #expect((times.last ?? 0) - (times.first ?? 0) < limit, "\(range)")
        }
      }
    }
  }

  private static func longNumbers(in bytes: [UInt8]) -> [Range<Int>] {
    var (found, start) = ([Range<Int>](), 0)
    for index in 0...bytes.count where index == bytes.count || !Byte.isDigit(bytes[index]) {
      if index - start >= 10 { found.append(start..<index) }
      start = index + 1
    }
    let step = max(1, found.count / 8)
    return stride(from: 0, to: found.count, by: step).map { found[$0] }
  }
}

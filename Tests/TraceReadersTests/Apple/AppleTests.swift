import Foundation
import Recordings
import TestSupport
import Testing
import Units

@testable import Decoding
@testable import Histories
@testable import RunFolders
@testable import TraceReaders

@Suite("Measures of Apple's tools")
struct AppleMeasureTests {
  private func shown(_ text: String) -> String {
    switch AppleMeasure.read(text) {
    case .value(let value, let unit): "\(value) \(unit)"
    case .ambiguous: "ambiguous"
    case .none: "none"
    }
  }

  @Test(arguments: [
    ("700 sec", "700.0 sec"), ("64秒", "64.0 秒"), ("1,106,818千字节", "1106818.0 千字节"),
    ("1.106.818 kB", "1106818.0 kB"), ("1 106 818,5 kB", "1106818.5 kB"),
    ("1,106.5 kB", "1106.5 kB"), ("12,5 ms", "12.5 ms"), ("12.5 ms per s", "12.5 ms per s"),
    ("1,000 ms", "1000.0 ms"), ("1.106 kB", "ambiguous"), ("1,2,3", "ambiguous"),
    ("-3 ms", "-3.0 ms"), ("", "none"), ("kB", "none"), (", kB", "none"), ("7", "7.0 "),
  ])
  func numbersAreReadAsTheyWereMeant(text: String, expected: String) {
    #expect(shown(text) == expected)
  }
}

@Suite("The cache of referenced values")
struct RecentValueTests {
  @Test func whatIsAskedForStaysAndTheRestIsForgotten() {
    var values = RecentValues<Int>(capacity: 10)
    values.set(-1, to: 7)
    values.set(-2, to: 8)
    for number in 0..<1000 as Range<Int64> {
      values.set(number, to: Int(number))
      #expect(values.value(of: -1) == 7)
    }
    #expect(values.value(of: -2) == nil)
    #expect(values.value(of: 999) == 999)
  }
}

@Suite("CPU time by thread")
struct ThreadTimeTests {
  private func times() -> ThreadTimes {
    var threads = ThreadTimes()
    _ = threads.add(at: 50_000_000, weight: 30_000_000, thread: "main")
    _ = threads.add(at: 60_000_000, weight: 20_000_000, thread: "main")
    _ = threads.add(at: 250_000_000, weight: 10_000_000, thread: "worker")
    return threads
  }

  @Test func everyThreadHasASampleForEveryWindow() throws {
    let counters = times().counters()
    #expect(counters.map(\.name) == ["main", "worker"])
    // Windows of 100 ms that end at 100, 200 and 300 ms; 50 ms of 100 is one half.
    #expect(
      counters[0].samples
        == SampleColumn(times: [1, 2, 3].map { $0 * 100_000_000 }, values: [0.5, 0, 0]))
    #expect(counters[1].samples.stretches.map(\.value) == [0, 0.1])
  }

  @Test func longRecordingsHaveLongerWindows() {
    var threads = ThreadTimes()
    for second in 0..<1000 as Range<Int64> {
      _ = threads.add(at: second * .perSecond, weight: 200 * .perMillisecond, thread: "main")
    }
    let samples = threads.counters()[0].samples
    // 9,991 windows of 100 ms are merged in fives to at most 2,000, so every other sample is 0.2 s of 0.5 s.
    #expect(samples.count == 1999)
    #expect(samples.stretches.prefix(3).map(\.value) == [0.4, 0, 0.4])
  }
}

@Suite("XML")
struct XMLTests {
  /// The tokens of a text as strings, with consecutive text joined: `<a`, `</`, `text`.
  private func tokens(_ text: String, pace: ReadingPace = .usual) throws -> [String] {
    var source = TraceSource(bytes: Array(text.utf8), name: "a.xml", pace: pace)
    var reader = XMLReader(ignoring: ["noise"])
    var tokens: [String] = []
    var isText = false
    while true {
      let token = try reader.next(in: &source)
      switch token {
      case .begin: tokens.append("<" + reader.words.text + (reader.attribute("x")?.text ?? ""))
      case .text where isText: tokens[tokens.count - 1] += reader.words.text
      case .text: tokens.append(reader.words.text)
      case .end: tokens.append("</")
      case .finished: return tokens
      }
      isText = token == .text
    }
  }

  @Test(arguments: [1, 7, 1 << 18])
  func takesATextApart(readBytes: Int) throws {
    let text =
      #"<?xml version="1.0"?><a y="3" x="1&amp;2">v<noise><b id="7">no</b></noise>w<b/>é&lt;<b x=""/></a>"#
    let pace = ReadingPace(readBytes: readBytes, blockBytes: .max)
    #expect(
      try tokens(text, pace: pace) == ["<a1&2", "vw", "<b", "</", "é<", "<b", "</", "</"])
  }

  /// If the default of the attribute were added, each element would have 64 KiB; the text has four bytes for it.
  @Test func whatADeclarationAddsIsNoAttribute() throws {
    let long = String(repeating: "x", count: 1 << 16)
    let rows = String(repeating: "<b/>", count: 1000)
    let read = try tokens("<!DOCTYPE a [<!ATTLIST b x CDATA '\(long)'>]><a>\(rows)</a>")
    #expect(read.count == 2002)
    #expect(read.allSatisfy { $0.utf8.count < 3 })
  }

  @Test(arguments: [
    ("<a><b></a>", 1, "mismatched tag", "well-formed XML"),
    ("<a>\n<b>", 2, "the end of the file", "a closing tag for every element"),
    (
      "<!DOCTYPE a [<!ENTITY b \"c\">]><a>&b;</a>", 1, "a declaration of XML entities",
      "XML without declarations of entities"
    ),
    (
      String(repeating: "<a>", count: 65), 1, "deeply nested XML elements",
      "elements that are nested at most 64 levels deep"
    ),
    (
      "<a b=\"\(String(repeating: "x", count: 2 << 20))\"/>", 1, "a very long XML tag or comment",
      "tags and comments of at most 1048576 bytes"
    ),
    (
      "<!--\(String(repeating: "x", count: 2 << 20))--><a/>", 1, "a very long XML tag or comment",
      "tags and comments of at most 1048576 bytes"
    ),
  ])
  func saysWhereAndWhyATextIsBad(text: String, line: Int, found: String, wanted: String) {
    #expect(throws: TraceError.malformed(path: "a.xml", line: line, found: found, wanted: wanted)) {
      try tokens(text)
    }
  }
}

@Suite("Exports of Instruments")
struct XctraceTests {
  private static func runs(_ rows: [(display: Int, start: Int)]) throws -> [Recording] {
    let text = rows.map { display, start in
      "<row><start-time>\(start)</start-time><duration>\(start % 900)</duration>"
        + "<display-name>Display \(display)</display-name></row>"
    }
    let columns = ["start", "cpu-to-display-latency", "display-name"].map {
      "<col><mnemonic>\($0)</mnemonic></col>"
    }
    return try TraceReader.read(
      bytes: Array(
        ("<?xml version=\"1.0\"?><trace-query-result><node>"
          + "<schema name=\"displayed-surfaces-interval\">\(columns.joined())</schema>"
          + text.joined() + "</node></trace-query-result>").utf8),
      name: "a.xml"
    ).recordings
  }

  @Test("interleaved displays give the same runs as consecutive ones")
  func turns() throws {
    let rows = (0..<40).flatMap { frame in
      (0..<50).map { (display: $0, start: (frame ^ 5) * 16_000_000 + $0 * 7) }
    }
    let runs = try Self.runs(rows)
    #expect(runs.count == 50)
    #expect(runs.allSatisfy { $0.timeline.value?.frameCount == 39 })
    #expect(runs == (try Self.runs(rows.sorted { $0.display < $1.display })))
  }
}

/// Compares real exports with their contents.
@Suite(
  "Real exports of Instruments",
  .enabled(if: SharedMaterial.isThere, Comment(rawValue: SharedMaterial.absence)))
struct RealXctraceTests {
  private static func path(_ name: String) -> String {
    SharedMaterial.path("traces/apple_xctrace/\(name)")
  }

  private static func run(_ name: String) throws -> Recording {
    try #require(try TraceReader.read(path(name)).recordings.first)
  }

  @Test func surfacesAreFrames() throws {
    let run = try Self.run("sforteln_displayed-surfaces-interval.xml")
    let timeline = try #require(run.timeline.value)
    #expect(timeline.frameCount == 11)
    // The start times of the first and the last frame in the file.
    #expect(timeline.presents.last == Nanoseconds(664_433_125 - 481_099_833))
    #expect(run.issues.isEmpty)
  }

  @Test func hitchesAreCountedAndMarked() throws {
    let run = try Self.run("sforteln_hitches.xml")
    let durations = [216_666_666, 16_666_666, 200_000_000, 16_666_666, 16_666_666] as [Nanoseconds]
    #expect(run.markers.prefix(5).map { $0.end - $0.start } == durations)
    #expect(run.markers.first?.name == "hitch: Potentially expensive app update(s)")
    #expect(run.description.reported["hitch.count"] == Double(run.markers.count))
    #expect(run.markers.count == 11)
    #expect(run.timeline.reason == "the xctrace export has no table of displayed surfaces")
  }

  @Test func rendersAreTimesOfFramesWithoutPresents() throws {
    let run = try Self.run("sforteln_hitches-renders.xml")
    let times = try #require(run.unplacedSignals[.render]?.known)
    #expect(times.count == 12)
    #expect(Array(times.prefix(3)) == [5_967_958, 6_088_958, 5_717_083])
  }

  @Test func hangsAreMarked() throws {
    let run = try Self.run("sforteln_potential-hangs.xml")
    #expect(run.markers.first?.start == 4_933_931_583)
    #expect(run.markers.first?.name == "hang: Brief Unresponsiveness")
    #expect(
      run.description.scalars.first { $0.name == "hang.count" }?.value == Double(run.markers.count))
  }

  @Test func displaysTellTheRefreshRate() throws {
    let run = try Self.run("sforteln_device-display-info.xml")
    #expect(run.description.device.refreshRate == 120)
    #expect(run.description.device.properties["resolution"] == "2532 x 1170")
  }

  /// The sum of the samples equals that of a table that another program made from the same file.
  @Test func sampledTimeIsThatOfTheTableBeside() throws {
    let run = try Self.run("xctraceprof_time-profile.xml")
    let table = try String(
      contentsOfFile: Self.path("xctraceprof_time-profile.csv"), encoding: .utf8)
    let weights = table.split(separator: "\n").compactMap { line in
      Int64(line.split(separator: ";", omittingEmptySubsequences: false)[1])
    }
    // A sample is the share of a window of 100 ms.
    let sampled = run.counters.reduce(0.0) { sum, counter in
      sum + counter.samples.stretches.reduce(0) { $0 + ($1.value ?? 0) * Double($1.count) } * 1e8
    }
    #expect(abs(sampled - Double(weights.reduce(0, +))) < 1)
    #expect(run.counters.map(\.name).contains("Main Thread"))
    #expect(run.counters.count == 10)
  }

  @Test func contentsDescribeTheRecording() throws {
    let run = try Self.run("xctraceprof_time-toc.xml")
    #expect(run.description.device.name == "MacBook Pro")
    #expect(run.description.device.os == "macOS 13.5.1 (22G90)")
    #expect(run.description.testDuration == 746_006_000)
    #expect(run.description.labels["template_name"] == "TimeProfile")
  }
}

@Suite("XML without memory")
struct XMLMemoryTests {
  @Test func aParserThatCannotBeMadeIsAnError() {
    var source = TraceSource(bytes: Array("<a/>".utf8), name: "a.xml")
    var reader = XMLReader(parser: nil)
    var found: TraceError?
    do {
      _ = try reader.next(in: &source)
    } catch {
      found = error
    }
    #expect(found == .unreadable(path: "a.xml", reason: "there is not enough memory"))
  }
}

import Recordings
import Testing
import Units

@testable import TraceReaders

@Suite("Sampled functions of scripts in Chrome traces")
struct ChromeProfilesTests {
  /// Two frames at 0 and 20 ms; in the second one, a function was called from 5 to 15 ms, and layout ran within it from
  /// 12 to 14 ms.
  private static func trace(_ pieces: [(name: String, data: String)]) -> MadeChromeTrace {
    var trace = MadeChromeTrace()
    trace.addThread("CrRendererMain", 1)
    trace.addReport(1, from: -1_000, to: 0, "PRESENTED_ALL")
    trace.addReport(2, from: 1_000, to: 20_000, "PRESENTED_ALL")
    trace.addSlice(
      "FunctionCall", from: 5_000, lasting: 10_000, #"{"data":{"functionName":"tick"}}"#)
    trace.addSlice("Layout", from: 12_000, lasting: 2_000)
    for (name, data) in pieces { trace.add(name, "P", at: 0, id: 7, #"{"data":{\#(data)}}"#) }
    return trace
  }

  /// The time of each part of the second frame in microseconds.
  private static func times(_ pieces: [(name: String, data: String)]) throws -> [String:
    Nanoseconds]
  {
    let run = try #require(try trace(pieces).runs().first)
    let parts = run.timeline.value?.parts
    let times = (parts?.entries(ofFrame: 0) ?? []).map { entry in
      (parts?.parts[Int(entry.part)].name ?? "", entry.duration / 1000)
    }
    return Dictionary(uniqueKeysWithValues: times)
  }

  private static func node(_ id: Int, _ function: String, _ address: String = "") -> String {
    #"{"id":\#(id),"callFrame":{"functionName":"\#(function)","url":"\#(address)","lineNumber":3},"parent":1}"#
  }

  private static func piece(
    _ nodes: [String], samples: String, deltas: String
  ) -> (name: String, data: String) {
    let profile =
      #""cpuProfile":{"nodes":[\#(nodes.joined(separator: ","))],"samples":\#(samples)}"#
    return ("ProfileChunk", #"\#(profile),"timeDeltas":\#(deltas)"#)
  }

  private static let start = (name: "Profile", data: #""startTime":4000"#)
  private static let nodes = [
    node(1, "(program)"), node(2, "tick", "https://a.example/app/main.3f9a81.js?v=2#x"),
    node(3, "sort"), node(4, "", "https://a.example/lib.js"),
  ]

  @Test("sampled functions replace the self time of slices that run scripts, and of no others")
  func refined() throws {
    let times = try Self.times([
      Self.start,
      Self.piece(Self.nodes, samples: "[1,2,3,3]", deltas: "[0,2000,2000,1000]"),
      Self.piece([], samples: "[4,1]", deltas: "[1000,6000]"),
    ])
    // Samples at 4, 6, 8, 9, 10 and 16 ms.
    #expect(
      times == [
        "FunctionCall tick": 1_000, "tick main.js": 2_000, "sort": 2_000,
        "(anonymous) lib.js": 3_000, "Layout": 2_000,
      ])
  }

  @Test("samples of a piece are put in order")
  func order() throws {
    let times = try Self.times([
      Self.start,
      Self.piece(Self.nodes, samples: "[2,1,3,1]", deltas: "[1000,7000,-4000,7000]"),
    ])
    // Samples at 5, 8, 12 and 15 ms, of which those at 8 and 12 ms are swapped.
    #expect(
      times == ["tick main.js": 3_000, "sort": 4_000, "FunctionCall tick": 1_000, "Layout": 2_000])
  }

  @Test("a sample counts for at most 10 ms")
  func gap() throws {
    let times = try Self.times([
      Self.start, Self.piece(Self.nodes, samples: "[3,1]", deltas: "[-3000,900000]"),
    ])
    #expect(times == ["sort": 6_000, "FunctionCall tick": 2_000, "Layout": 2_000])
  }

  @Test(
    "pieces that make no sense change nothing",
    arguments: [
      [piece(nodes, samples: "[3]", deltas: "[2000]")],
      [start, piece(nodes, samples: "[9,9]", deltas: "[2000,9000]")],
      [start, piece(nodes, samples: "[3,3]", deltas: "[]")],
      [start, piece(nodes, samples: "[3,1]", deltas: "[9223372036854775807,1]")],
      [
        start,
        piece([#"{"id":"x","callFrame":[]}"#, "7"], samples: #"[{"a":1},"3",null]"#, deltas: "3"),
      ],
      [start, ("ProfileChunk", #""cpuProfile":[1],"timeDeltas":{"a":[2]}"#)],
      [("Profile", #""startTime":"soon""#), piece(nodes, samples: "[3,1]", deltas: "[2000,9000]")],
    ])
  func senseless(pieces: [(name: String, data: String)]) throws {
    #expect(try Self.times(pieces) == ["FunctionCall tick": 8_000, "Layout": 2_000])
  }
}

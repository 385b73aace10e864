import Foundation
import Recordings
import TestSupport
import Testing
import Units

@testable import Decoding
@testable import Histories
@testable import RunFolders
@testable import TraceReaders

@Suite("Macrobenchmark")
struct MacrobenchmarkTests {
  @Test("an implausible number of iterations is refused")
  func tooManyIterations() {
    let runs = Array(repeating: "[]", count: 10_001).joined(separator: ",\n")
    let text = """
      {"benchmarks": [{"className": "c", "sampledMetrics": {"frameDurationCpuMs": {"runs": [\(runs)]}}}]}
      """
    #expect(
      throws: TraceError.tooMany("iterations", limit: 10_000, path: "a.json", line: 10_001)
    ) { try TraceReader.read(bytes: Array(text.utf8), name: "a.json") }
  }

  @Test("each benchmark is named once, by its class too where several classes have its name")
  func benchmarks() throws {
    let results = ["a.Feed", "a.Map", "a.Map"].enumerated().map { index, name in
      """
      {"name": "\(index == 2 ? "zoom" : "scroll")", "className": "com.\(name)", "metrics": {},
       "sampledMetrics": {"frameDurationCpuMs": {"runs": [[1, 2], [1, 2, 3, 4]]}}}
      """
    }
    let text = "{\"benchmarks\": [\(results.joined(separator: ","))]}"
    let runs = try TraceReader.read(bytes: Array(text.utf8), name: "a.json").recordings
    let names = runs.compactMap { run in
      run.origin.iteration.map { "\($0.benchmark ?? "") \($0.number)" }
    }
    let wanted = ["Feed.scroll", "Map.scroll", "zoom"]
    // The run with the most frames comes first.
    #expect(names == wanted.map { "\($0) 2" } + wanted.map { "\($0) 1" })
    #expect(runs.map(\.unplacedFrameCount) == [4, 4, 4, 2, 2, 2])
  }

  @Test("benchmarks of other tools are not recognized")
  func googleBenchmark() throws {
    let text = """
      {"context": {"num_cpus": 8}, "benchmarks": [{"name": "BM_Sort", "real_time": 12.5}]}
      """
    var source = TraceSource(bytes: Array(text.utf8), name: "a.json")
    let head = try source.head()
    #expect(TraceFormat.macrobenchmark.recognize(head) == .no())
  }
}

/// Compares real results with the percentiles that the files contain.
@Suite(.enabled(if: SharedMaterial.isThere, Comment(rawValue: SharedMaterial.absence)))
struct RealMacrobenchmarkTests {
  static let folder = "traces/macrobenchmark"

  private static func file(_ name: String) throws -> TraceFile {
    try TraceReader.read(SharedMaterial.path("\(folder)/\(name).json"))
  }

  /// The files report the type 7 quantile over the samples of all iterations together.
  @Test(
    "the file's own percentiles can be computed from what was read",
    arguments: [
      "compose_1.0.3_google_pixel_2_xl", "compose_1.1.0_google_pixel_2_xl",
      "compose_1.1.0_oneplus_be2029",
    ])
  func percentiles(name: String) throws {
    let recordings = try Self.file(name).recordings
    let path = SharedMaterial.path("\(Self.folder)/\(name).json")
    let json = try JSON(text: String(contentsOfFile: path, encoding: .utf8))
    var checked = 0
    for benchmark in json["benchmarks"]?.items ?? [] {
      let published = try #require(benchmark["sampledMetrics"]?["frameCpuTimeMs"])
      let iterations = recordings.filter {
        $0.description.labels["benchmark"] == benchmark["name"]?.text
      }
      #expect(iterations.count == 2)
      let pooled = iterations.flatMap { $0.unplacedSignals[.cpuBusy]?.known ?? [] }.sorted()
      for (key, probability) in [("P50", 0.5), ("P90", 0.9), ("P95", 0.95), ("P99", 0.99)] {
        let position = probability * Double(pooled.count - 1)
        let (low, weight) = (Int(position), position - position.rounded(.down))
        let next = pooled[min(low + 1, pooled.count - 1)]
        let quantile = (1 - weight) * pooled[low].milliseconds + weight * next.milliseconds
        let value = try #require(published[key]?.number)
        #expect(abs(quantile - value) < 1e-9, "\(key)")
        checked += 1
      }
    }
    #expect(checked == 40)
  }

  @Test func theDeviceIsRead() throws {
    let device = try Self.file("compose_1.1.0_oneplus_be2029").recordings[0].description.device
    #expect(device.name == "OnePlus BE2029")
    #expect(device.os == "Android API 30")
    #expect(
      device.properties == [
        "cores": "8", "memory": "5656940544", "cpu_locked": "true", "cpu_max_hz": "2073600000",
      ])
  }

  @Test func resultsWithoutFramesAreScalars() throws {
    let runs = try Self.file("performance-samples_sample_result_1").recordings
    #expect(runs.count == 10)
    #expect(runs.allSatisfy { $0.timeline.reason == "this benchmark measured no frames" })
    let counts = runs.compactMap { run in
      run.description.scalars.first { $0.name == "totalFrameCount" }?.value
    }
    #expect(counts == [597, 567, 596, 597, 595, 593, 566, 599, 567, 730])
    let startup = try Self.file("performance-samples_benchmarkData").recordings
    #expect(startup.map(\.description.scalars.first?.value) == [347.881076])
    #expect(startup.first?.origin.stream == nil)
  }
}

import Foundation
import TestSupport
import Testing

/// Recomputes the summary that MangoHud 0.6.8 wrote next to each log of the recorded suite, from the log's rows.
@Suite("MangoHud's own summaries")
struct GlmarkSummaryTests {
  /// The folders of the suite's runs, below `runs/glmark2`.
  static let runs: [String] = {
    let folder = SharedMaterial.project.appending(path: "runs/glmark2")
    let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
    let logs = (files?.allObjects as? [URL] ?? []).filter { $0.lastPathComponent == "mangohud.csv" }
    return logs.map { $0.pathComponents.dropLast().suffix(2).joined(separator: "/") }.sorted()
  }()

  /// The numbers of a log by column, and those of its summary as printed.
  struct Log {
    let columns: [String: [Double]]
    let summary: [String: String]

    init(_ run: String) throws {
      let folder = SharedMaterial.project.appending(path: "runs/glmark2/\(run)")
      let log = try Self.table(folder.appending(path: "mangohud.csv"), headerLine: 2)
      columns = try log.mapValues { try $0.map { try #require(Double($0)) } }
      let summary = try Self.table(folder.appending(path: "mangohud_summary.csv"), headerLine: 0)
      self.summary = try summary.mapValues { try #require($0.first) }
    }

    private static func table(_ file: URL, headerLine: Int) throws -> [String: [String]] {
      let rows = try String(contentsOf: file, encoding: .utf8).split(whereSeparator: \.isNewline)
        .dropFirst(headerLine)
        .map { $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init) }
      let names = try #require(rows.first)
      return Dictionary(
        uniqueKeysWithValues: names.enumerated().map { index, name in
          (name, rows.dropFirst().map { $0[index] })
        })
    }

    subscript(name: String) -> [Double] {
      get throws { try #require(columns[name]) }
    }
  }

  /// The figures of the `fps` column, by the rule of MangoHud 0.6.8's source code.
  private static func summary(of log: Log) throws -> [String: Double] {
    let rates = try log["fps"].sorted()
    /// The mean of the lowest `part` of the values, whose number is rounded up. MangoHud uses a `float` here.
    func lowest(_ part: Float) -> Double {
      mean(rates.prefix(Int((Double(rates.count) * Double(part)).rounded(.up))))
    }
    return [
      "0.1% Min FPS": lowest(0.001), "1% Min FPS": lowest(0.01),
      "97% Percentile FPS": rates[Int(0.97 * Double(rates.count - 1))],
      "Average FPS": mean(rates[...]),
      "GPU Load": mean(try log["gpu_load"][...]), "CPU Load": mean(try log["cpu_load"][...]),
    ]
  }

  private static func mean(_ values: ArraySlice<Double>) -> Double {
    values.reduce(0, +) / Double(values.count)
  }

  private static func printed(_ value: Double) -> String { String(format: "%.1f", value) }

  @Test("each stage was recorded three times")
  func recording() {
    let stages = Dictionary(grouping: Self.runs) { $0.prefix { $0 != "/" } }
    #expect(stages.count >= 5)
    #expect(stages.values.allSatisfy { $0.count == 3 })
  }

  @Test("recomputed summaries equal MangoHud's, to the printed digit", arguments: runs)
  func summary(run: String) throws {
    let log = try Log(run)
    #expect(log.summary.count == 6)
    #expect(try Self.summary(of: log).mapValues(Self.printed) == log.summary)
  }

  @Test("the store has every frame and every load of the log", arguments: runs)
  func stored(run: String) throws {
    let log = try Log(run)
    let frames = try Self.numbers(
      "SELECT frame_time_ns FROM run JOIN frame ON frame.run = run.id", run, "idx")
    // The log gives whole microseconds.
    #expect(frames == (try log["frametime"].map { $0 * 1000 }))
    let loads = try Self.numbers(
      """
      SELECT value * 100 FROM run JOIN counter_sample ON counter_sample.run = run.id
      AND counter = 'cpu_load'
      """, run, "idx")
    #expect(Self.printed(Self.mean(loads[...])) == log.summary["CPU Load"])
  }

  /// The log has frame rates with six significant digits and frame times in whole microseconds, so a rate that is
  /// computed from the time may differ from the logged one by both roundings.
  @Test(
    "our mean of the frame rates is MangoHud's, within the rounding of the log", arguments: runs)
  func meanOfFrames(run: String) throws {
    let log = try Log(run)
    let rates = try log["fps"]
    let roundings = zip(rates, try log["frametime"]).map { rate, microseconds in
      rate * (5e-6 + 1 / microseconds)
    }
    let ours = try Self.numbers(
      """
      SELECT value FROM run JOIN run_metric ON run_metric.run = run.id
      AND metric = 'fps.mean-of-frames'
      """, run, "1")
    #expect(ours.count == 1)
    #expect(abs(try #require(ours.first) - Self.mean(rates[...])) <= Self.mean(roundings[...]))
  }

  /// One column of a query's result in the store of all recorded runs.
  private static func numbers(_ query: String, _ run: String, _ order: String) throws -> [Double] {
    let place = run.split(separator: "/")
    let query = """
      \(query) WHERE suite = 'glmark2' AND stage = '\(place[0])' AND name = '\(place[1])' \
      ORDER BY \(order)
      """
    let outcome = try Tool.run(
      ["sql", query, "--store", try RecordedRuns.store(), "--format", "csv"])
    try #require(outcome.status == 0, "\(outcome.errors)")
    return try outcome.output.split(separator: "\n").dropFirst().map { try #require(Double($0)) }
  }
}

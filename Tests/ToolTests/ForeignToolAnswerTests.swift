import Foundation
import TestSupport
import Testing

/// Compares the output of `--as` with the figures that other tools reported of their own captures.
@Suite(
  "Figures of other tools",
  .enabled(if: SharedMaterial.isThere, Comment(rawValue: SharedMaterial.absence)))
struct ForeignToolAnswerTests {
  /// The printed figures of the first run.
  static func printed(_ path: String, as tool: String, _ more: [String] = []) throws -> [String:
    String]
  {
    let outcome = try Tool.run(["analyze", path, "--as", tool, "--format", "json"] + more)
    try #require(outcome.status == 0, "\(outcome.errors)")
    let object = try JSONSerialization.jsonObject(with: Data(outcome.output.utf8))
    let runs = try #require((object as? [String: Any])?["runs"] as? [[String: Any]])
    return try #require(runs.first?["printed"] as? [String: String])
  }

  @Test(
    "FrameView",
    arguments: [
      "AlanWake2_2024_04_16T231009", "Control_DX12_2024_04_17T070623",
      "Cyberpunk2077_2024_04_17T025548",
    ])
  func frameView(capture: String) throws {
    let folder = SharedMaterial.path("traces/frameview/\(capture)")
    let rows = try String(contentsOfFile: "\(folder)_Summary.csv", encoding: .utf8)
      .split(whereSeparator: \.isNewline)
      .map { $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init) }
    let answers = Dictionary(zip(rows[0], rows[1])) { first, _ in first }
    let figures = try Self.printed("\(folder)_Log.csv", as: "frameview")
    #expect(figures.count == 10)
    for (name, figure) in figures {
      let answer = try #require(answers[name].flatMap(Double.init), "\(name)")
      let found = try #require(Double(figure))
      // The log has three decimals of a millisecond, so the rate of fast frames is the least precise.
      #expect(abs(found - answer) <= max(0.0011, answer * answer * 0.5e-6), "\(name): \(found)")
    }
    for name in ["Avg FPS", "1% Low FPS", "Min FPS", "0.1% Low FPS"] {
      #expect(figures[name] == answers[name])
    }
  }

  @Test func macrobenchmark() throws {
    let path = SharedMaterial.path("traces/macrobenchmark/compose_1.1.0_oneplus_be2029.json")
    let json = try JSONSerialization.jsonObject(with: Data(contentsOf: URL(filePath: path)))
    let benchmarks = try #require((json as? [String: Any])?["benchmarks"] as? [[String: Any]])
    for benchmark in benchmarks.prefix(3) {
      let name = try #require(benchmark["name"] as? String)
      let sampled = try #require(benchmark["sampledMetrics"] as? [String: [String: Any]])
      let answers = try #require(sampled["frameCpuTimeMs"])
      let figures = try Self.printed(path, as: "macrobenchmark", ["--stream", name])
      for percentile in ["P50", "P90", "P95", "P99"] {
        let answer = try #require(answers[percentile] as? Double)
        let wanted = String(format: "%.1f", answer)
        #expect(figures["frameDurationCpuMs \(percentile)"] == wanted, "\(name) \(percentile)")
      }
    }
  }

  @Test func flutter() throws {
    let folder = SharedMaterial.path("traces/flutter/pkozlovskiy_100_mainIsolate.timeline")
    let json = try JSONSerialization.jsonObject(
      with: Data(contentsOf: URL(filePath: "\(folder)_summary.json")))
    let answers = try #require(json as? [String: Any])
    let figures = try Self.printed("\(folder).json", as: "flutter")
    #expect(figures.count == 12)
    // That version of Flutter did not write the standard deviation yet.
    for (name, figure) in figures where !name.hasPrefix("stddev") {
      let answer = try #require(answers[name] as? Double, "\(name)")
      let found = try #require(Double(figure))
      #expect(abs(found - answer) <= 0.00051, "\(name): \(found), not \(answer)")
    }
  }

  @Test func perfDog() throws {
    let path = SharedMaterial.path("traces/perfdog/zipblog_iphone12_378s_detail_and_report.js")
    let figures = try Self.printed(path, as: "perfdog")
    // From the report: fps_avg, fps_var, fps_drop, fps_ge_18, fps_ge_25, jank and big jank, stutter,
    // ftime_avg, ftime_ge_100, ftime_delta.
    let answers = [
      "Avg(FPS)": "59.7", "Var(FPS)": "0.3", "Drop(FPS)[/h]": "0.0", "FPS>=18[%]": "100.0%",
      "FPS>=25[%]": "100.0%", "Jank": "0", "BigJank": "0", "Jank(/10min)": "0.0",
      "BigJank(/10min)": "0.0", "Stutter[%]": "0.00%", "Avg(FTime)[ms]": "16.7",
      "FTime>=100ms[%]": "0.0%", "Delta(FTime)>100ms[/h]": "0.0",
    ]
    #expect(figures == answers)
  }

  private static let flashlightNames = [
    "Score", "Average Test Runtime", "Average FPS", "Average CPU usage", "High CPU Usage",
    "Average RAM usage",
  ]

  /// The expected figures are from the snapshots of flashlight's own tests: of all iterations, and of the tenth.
  @Test(
    "flashlight",
    arguments: [
      ("1", [], ["69", "6647", "59.7", "58.6%", "3.2", "408.6"]),
      ("2", [], ["68", "5908", "59.8", "30.8%", "1.0", "413.3"]),
      ("1", ["--stream", "#10"], ["65", "6812", "59.6", "66.1%", "3.5", "404.4"]),
      ("2", ["--stream", "#10"], ["68", "5818", "59.9", "30.9%", "1.0", "407.4"]),
    ] as [(String, [String], [String])])
  func flashlight(result: String, options: [String], answers: [String]) throws {
    let path = SharedMaterial.path("traces/flashlight/results\(result).json")
    let figures = try Self.printed(path, as: "flashlight", options)
    #expect(figures == Dictionary(uniqueKeysWithValues: zip(Self.flashlightNames, answers)))
  }

  @Test func comparisonsAndReportsTakeIterationsTogetherAsTheToolDoes() throws {
    let folder = SharedMaterial.path("traces/flashlight")
    let files = ["results1.json", "results2.json"].map { "\(folder)/\($0)" }
    let temporary = TemporaryFolder()
    let store = temporary.path("runs.db")
    for (stage, file) in zip(["before", "after"], files) {
      let ingested = try Tool.run(
        ["ingest", file, "--store", store, "--suite", "lists", "--stage", stage])
      try #require(ingested.status == 0, "\(ingested.errors)")
    }
    let options = ["--store", store, "--as", "flashlight", "--format", "md"]
    for sides in [files, ["lists/before", "lists/after"]] {
      let cells = PrintedCells(markdown: try Tool.run(["compare"] + sides + options).output)
      // Headings leave out what the names of both sides have in common.
      let names = sides == files ? ["results1.json", "results2.json"] : ["before", "after"]
      let caption = "Metric"
      #expect(cells[caption, "Average CPU usage", names[0]] == "58.6%")
      #expect(cells[caption, "Average CPU usage", names[1]] == "30.8%")
    }
    let report = try Tool.run(["report", "lists"] + options)
    let averages = PrintedCells(markdown: report.output)
    #expect(averages["Averages of each tested stage", "before", "Runs"] == "1", "\(report.output)")
    #expect(averages["Averages of each tested stage", "before", "Average CPU usage"] == "58.6%")
  }

  /// Recomputes the figures from the columns that OCAT uses, by the rules of its source code.
  @Test("OCAT") func ocat() throws {
    let path = SharedMaterial.path("traces/capframex/OCAT-MetroExodus.exe-2019-02-20T101522.csv")
    let figures = try Self.printed(path, as: "ocat")
    let rows = try String(contentsOfFile: path, encoding: .utf8)
      .split(whereSeparator: \.isNewline).dropFirst().map { $0.split(separator: ",") }
    let times = rows.compactMap { Double($0[12]) }
    let end = try #require(rows.last.flatMap { Double($0[11]) })
    let sorted = times.sorted()
    func percentile(_ percent: Double) -> Double {
      let rank = percent / 100 * Double(sorted.count - 1)
      let low = sorted[Int(rank)]
      return low + (rank - rank.rounded(.down)) * (sorted[Int(rank) + 1] - low)
    }
    let mean = times.reduce(0, +) / Double(times.count)
    let squares = times.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
    var answers = [
      "Average FPS (Application)": Double(times.count) / end,
      "Average frame time (ms) (Application)": end * 1000 / Double(times.count),
      "Standard deviation of frame time (ms) (Application)":
        (squares / Double(times.count)).squareRoot(),
    ]
    for name in ["0.1st", "1st", "5th", "25th", "75th", "95th", "99th", "99.9th"] {
      answers["\(name)-percentile frame time (ms) (Application)"] = percentile(
        Double(name.dropLast(2)) ?? 0)
    }
    for (name, answer) in answers {
      #expect(figures[name] == String(format: "%.1f", answer), "\(name)")
    }
  }

  /// Recomputes the figures from the columns that PresentMon uses, by the rules of its source code: the start times of
  /// the frames, and the animation errors of frames that have one.
  @Test(
    "PresentMon",
    arguments: [("gold_0_v2", "1268"), ("gold_1_v2", "1564"), ("gold_2_v2", "10016")])
  func presentMon(capture: String, process: String) throws {
    let path = SharedMaterial.path("traces/presentmon/\(capture).csv")
    let figures = try Self.printed(path, as: "presentmon")
    let rows = try String(contentsOfFile: path, encoding: .utf8).trimmingPrefix("\u{FEFF}")
      .split(whereSeparator: \.isNewline).map { $0.split(separator: ",").map(String.init) }
    let columns = Dictionary(uniqueKeysWithValues: zip(rows[0], 0...))
    func column(_ name: String, _ rows: some Sequence<[String]>) -> [Double] {
      rows.compactMap { Double($0[columns[name] ?? 0]) }
    }
    let streams = Dictionary(grouping: rows.dropFirst()) { $0[0...2].joined(separator: ",") }
    let stream = try #require(
      streams.values.filter { $0[0][1] == process }.max { $0.count < $1.count })
    let starts = column("CPUStartQPC", stream)
    let errors = column("AnimationError", stream).map(abs)
    // The clock of these captures ticks ten million times a second.
    let duration = (starts[starts.count - 1] - starts[0]) / 1e7
    let sum = errors.reduce(0, +)
    let answers = [
      "Total Frames": Double(stream.count), "Duration": duration,
      "AnimationErrorPerSecond": sum / 1000 / duration,
      "AnimationErrorPerFrame": sum / Double(errors.count),
      "Average FPS": 1000 * Double(stream.count) / column("FrameTime", stream).reduce(0, +),
      "Maximum FPS": 1000 / (column("FrameTime", stream).min() ?? 0),
      "Minimum FPS": 1000 / (column("FrameTime", stream).max() ?? 0),
    ]
    for (name, answer) in answers {
      let found = try #require(figures[name].flatMap(Double.init), "\(name)")
      #expect(abs(found - answer) <= max(0.001, answer * 2e-5), "\(name): \(found), not \(answer)")
    }
  }

  /// The figures that the dumps contain, with and without tables of frames, from before and since Android 12.
  @Test(
    "gfxinfo",
    arguments: [
      ("flashlight_GfxInfoSample", ["21", "19.05%", "19", "57", "57", "200"]),
      ("flashlight_sample-gfxinfo-output", ["35360", "66.73%", "28", "48", "53", "57"]),
      ("choi890_framestats", ["516", "21.90%", "11", "31", "65", "101"]),
      ("malformed_yuva_framestats_utf16", ["3", "66.67%", "125", "550", "550", "550"]),
    ])
  func gfxinfo(dump: String, answers: [String]) throws {
    let figures = try Self.printed(SharedMaterial.path("traces/gfxinfo/\(dump).txt"), as: "gfxinfo")
    let names =
      ["Total frames rendered", "Janky frames"]
      + ["50", "90", "95", "99"].map { "\($0)th percentile" }
    #expect(figures == Dictionary(uniqueKeysWithValues: zip(names, answers)))
  }

  @Test("the figures of GameBench's sessions and samples are those that GameBench computed")
  func gameBench() throws {
    func figures(_ file: String) throws -> [String: String] {
      try Self.printed(SharedMaterial.path("traces/gamebench/\(file).json"), as: "gamebench")
    }
    let session = try figures("api_sessionid")
    let answers = ["fpsMedian": "59", "fpsStability": "100%", "fpsMin": "59", "fpsMax": "60"]
    for (name, answer) in answers { #expect(session[name] == answer, "\(name)") }
    let samples = try figures("api_fps")
    for name in ["fpsMedian", "fpsAvg", "fpsMin", "fpsMax"] { #expect(samples[name] == "60") }
    #expect(samples["fpsStability"] == "100%")
  }
}

@Suite("The option --as")
struct ForeignToolOptionTests {
  @Test("MangoHud 0.6.8 and its own summaries", arguments: GlmarkSummaryTests.runs)
  func mangoHud(run: String) throws {
    let answers = try GlmarkSummaryTests.Log(run).summary
    let path = SharedMaterial.project.appending(path: "runs/glmark2/\(run)/mangohud.csv").path
    let figures = try ForeignToolAnswerTests.printed(path, as: "mangohud-0.6")
    #expect(figures.count == answers.count)
    for (name, figure) in figures {
      let answer = try #require(answers[name].flatMap(Double.init), "\(name)")
      let found = try #require(Double(figure.filter { $0 != "%" }))
      // The log has whole microseconds, but MangoHud computed the summary before truncating them.
      #expect(abs(found - answer) <= max(0.11, answer * 0.001), "\(name): \(found), not \(answer)")
    }
  }

  /// mangoplot reads the column of frame rates that MangoHud wrote, and skips the first row after the header.
  @Test("mangoplot and the column that it reads", arguments: GlmarkSummaryTests.runs.prefix(4))
  func mangoplot(run: String) throws {
    let path = SharedMaterial.project.appending(path: "runs/glmark2/\(run)/mangohud.csv").path
    let lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
    let header = try #require(lines.firstIndex { $0.hasPrefix("fps,") })
    let rates = lines[(header + 2)...].compactMap {
      $0.split(separator: ",").first.flatMap { Double($0) }
    }.sorted()
    let figures = try ForeignToolAnswerTests.printed(path, as: "mangoplot")
    let answers = [
      "0.1%": rates[Int(Double(rates.count) * 0.001)], "1%": rates[Int(Double(rates.count) * 0.01)],
      "50%": rates[Int(Double(rates.count) * 0.5)],
      "Average": rates.reduce(0, +) / Double(rates.count),
    ]
    for (name, answer) in answers {
      let found = try #require(figures[name].flatMap(Double.init), "\(name)")
      // The log has frame rates with six digits, but the frame times of our rates in whole microseconds.
      #expect(abs(found - answer) <= max(0.051, answer * 0.001), "\(name): \(found), not \(answer)")
    }
  }

  @Test func anUnknownToolIsCorrectedAndTheOthersListed() throws {
    let outcome = try Tool.run(["analyze", "x.csv", "--as", "framview"])
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains("did you mean “frameview”"), "\(outcome.errors)")
    #expect(outcome.errors.contains("capframex"), "\(outcome.errors)")
  }

  @Test func comparisonsAndReportsTakeTheToolsNames() throws {
    let trace = SharedMaterial.project.appending(path: "runs/glmark2").path
    let pair = ["0.1/1", "0.2/1"].map { "\(trace)/\($0)" }
    let compared = try Tool.run(["compare"] + pair + ["--as", "capframex"])
    try #require(compared.status == 0, "\(compared.errors)")
    #expect(compared.output.contains("1% low integral"))
  }
}

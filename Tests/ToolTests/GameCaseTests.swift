import TestSupport
import Testing

/// Captures of games that were read wrong once, each reduced to what matters.
@Suite("Captures of games")
struct GameCaseTests {
  private static func path(_ name: String) -> String { "Tests/Fixtures/cases/games/\(name)" }

  private static func analyze(_ name: String, _ words: String...) -> Tool.Outcome {
    InProcess.run(["analyze", path(name)] + words)
  }

  /// The members of the first run in the JSON of an analysis.
  private static func run(_ name: String, _ words: String...) throws -> JSON {
    let outcome = InProcess.run(["analyze", path(name), "--format", "json"] + words)
    try #require(outcome.status == 0, "\(outcome.errors)")
    return try #require(try JSON(text: outcome.output)["runs"]?.items.first)
  }

  private static func value(_ run: JSON, _ metric: String) -> Double? {
    if case .number(let value) = run["metrics"]?[metric] { value } else { nil }
  }

  private static func near(_ value: Double?, _ wanted: Double, _ tolerance: Double = 0.05) -> Bool {
    value.map { abs($0 - wanted) <= tolerance } ?? false
  }

  private static func kinds(_ run: JSON) -> [String] {
    ((run["issues"]?.items ?? []) + (run["quality"]?.items ?? [])).compactMap { $0["kind"]?.text }
  }

  // MARK: - The screen

  @Test("hitches of frames that were presented in time and never displayed are not the CPU's")
  func droppedPresents() throws {
    let outcome = InProcess.run([
      "why", Self.path("01-why-dropped/before.csv"), Self.path("01-why-dropped/after.csv"),
      "--refresh-rate", "150", "--format", "json",
    ])
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.output.contains("\"not displayed\""))
    #expect(!outcome.output.contains("\"CPU\""))
  }

  @Test("rows before the tool tracked the display are no freeze")
  func trackingStart() throws {
    let run = try Self.run("02-start-freeze/start.csv")
    #expect(Self.near(Self.value(run, "fps.avg"), 199.8))
    #expect(Self.near(Self.value(run, "freeze.longest"), 5.3))
    #expect(Self.near(Self.value(run, "fps.low1.average"), 190.2))
    #expect(Self.kinds(run).contains("untracked-display"))
  }

  @Test("generated frames that are presented in pairs are even on the screen")
  func generatedFrames() throws {
    let metrics = "fps.avg,frametime.p99,fps.low1.average,pacing.error"
    let text = Self.analyze("03-framegen-screen/fg.csv", "--frames", "all", "--metrics", metrics)
    #expect(text.output.contains("frametime.p99           8.3        4.2  ms"), "\(text.output)")
    let run = try Self.run("03-framegen-screen/fg.csv", "--frames", "all")
    #expect(Self.near(Self.value(run, "screen.frametime.p99"), 4.22, 0.005))
    #expect(Self.near(Self.value(run, "screen.fps.low1.average"), 236.5))
    #expect(Self.near(Self.value(run, "screen.pacing.error"), 0.002, 0.0005))
  }

  @Test("a screen that alternates between one and two refreshes is not even")
  func judder() throws {
    let run = try Self.run("04-judder-hidden/composed.csv")
    #expect(Self.near(Self.value(run, "screen.frametime.p99"), 33.3))
    #expect(Self.near(Self.value(run, "screen.fps.low1.average"), 30))
    #expect(Self.near(Self.value(run, "screen.pacing.error"), 0.205, 0.0005))
    #expect(run["parameters"]?["refresh_rate_hz"] == .number(60))
    #expect(Self.kinds(run).contains("screen-differs"))
    let first = Self.analyze("04-judder-hidden/composed.csv").output
    #expect(
      first.contains("60 Hz\n(inferred from display times)") || first.contains("60 Hz (inferred"))
    #expect(first.contains("Presented") && first.contains("On screen"))
  }

  @Test("presents in pairs do not make a program faster")
  func pairs() {
    let outcome = InProcess.run([
      "compare", Self.path("09-mangohud-framegen/off"), Self.path("09-mangohud-framegen/on"),
      "--store", "none.db",
    ])
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.output.contains("presents come in"))
    #expect(outcome.output.contains("60.1 FPS   55.6 FPS"), "\(outcome.output)")
    #expect(!outcome.output.contains("85%"))
  }

  // MARK: - What is missing

  @Test("a table of samples is read as samples, and never as frames")
  func sampledTable() {
    let name = "05-map-hint-sampled/HardwareMonitoring.csv"
    let samples = Self.analyze(name)
    #expect(samples.status == 0, "\(samples.errors)")
    #expect(samples.output.contains("62.22 FPS") && !samples.output.contains("Longest freeze"))
    let frames = Self.analyze(name, "--map", "frame_time=Frametime (ms):ms")
    #expect(frames.status == 2)
    #expect(
      frames.errors.contains(
        "in the first 99, “Frametime (ms)” adds up to 2.5 s, but “Timestamp” advances by 98 s"),
      "\(frames.errors)")
    let rates = Self.analyze(name, "--map", "fps=Framerate (FPS)")
    #expect(rates.output.contains("62.22 FPS") && !rates.output.contains("Longest freeze"))
  }

  @Test("an empty field at the end of rows is no decimal comma")
  func trailingComma() throws {
    let run = try Self.run("06-decimal-comma-false/trailing.csv")
    #expect(run["frames"] == .number(120))
    #expect(Self.near(Self.value(run, "fps.avg"), 60, 0.2))
    #expect(Self.kinds(run).contains("long-row"))
  }

  @Test("digits that the tool writes before each latency are removed")
  func latencyPrefix() throws {
    let run = try Self.run("07-latency-prefix/FrameView_Log.csv")
    #expect(Self.value(run, "latency.avg").map { (0..<20).contains($0) } == true)
    #expect(Self.kinds(run).contains("prefixed-latency"))
  }

  @Test("columns that differ by a hundredth of a frame lose no frames")
  func closeColumns() throws {
    #expect(
      Self.kinds(try Self.run("08-lost-frames-false/close.csv")).allSatisfy { $0 != "lost-frames" })
    #expect(Self.analyze("08-lost-frames-false/close.csv", "--strict").status == 0)
  }

  @Test("no figure of frames is shown if most rows are missing")
  func thinned() throws {
    let run = try Self.run("11-thinned/thinned.csv")
    #expect(Self.value(run, "fps.avg") == nil && Self.value(run, "freeze.longest") == nil)
    #expect(run["withheld"]?["fps.avg"]?.text?.contains("(95%)") == true)
    #expect(Self.kinds(run).contains("damaged-frames"))
  }

  @Test("the mean of many samples is one value, and no frame")
  func aggregate() throws {
    let run = try Self.run("12-unity-mean/PerformanceTestResults.json")
    #expect(Self.value(run, "FrameTime") == 14.95 && Self.value(run, "FrameTime.samples") == 140)
    #expect(Self.value(run, "FrameTime.min") == 7.01 && Self.value(run, "FrameTime.max") == 25.09)
    #expect(Self.value(run, "freeze.longest") == nil && Self.value(run, "jank.count") == nil)
  }

  @Test("a comma within quotes is part of a column's name", arguments: ["shifted", "refused"])
  func quotedHeader(name: String) throws {
    let run = try Self.run("13-quoted-header/\(name).csv")
    #expect(Self.near(Self.value(run, "fps.avg"), 60.2, 0.15))
  }

  @Test("an empty file among several is left out with a message")
  func emptyFile() {
    let folder = Self.path("14-compare-one-empty")
    let outcome = InProcess.run(["compare", folder + "/a", folder + "/b", "--store", "none.db"])
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.errors.contains("skipped \(folder)/a/2.csv: "), "\(outcome.errors)")
    #expect(outcome.output.contains("2 + 3 runs"))
  }

  @Test("the notes of RTSS name its benchmarks")
  func benchmarkNotes() {
    let outcome = Self.analyze("15-rtss-comment/Benchmark.txt", "--stream", "all")
    for note in ["4K stock", "1440 stock", "1080 stock"] {
      #expect(outcome.output.contains("Game.exe \(note)"))
    }
    #expect(outcome.output.contains("1% low FPS (RTSS)"), "\(outcome.output)")
  }

  // MARK: - Parts of captures

  @Test("--from and --to leave out the frames outside of a part")
  func cut() throws {
    let whole = "04-judder-hidden/composed.csv"
    let run = try Self.run(whole, "--from", "1s", "--to", "0:03.5")
    #expect(Self.near(Self.value(run, "duration"), 2.5, 0.05))
    let outcome = Self.analyze(whole, "--from", "3", "--to", "1500ms")
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains("--to: the end of the part is not after its start"))
    #expect(Self.analyze(whole, "--from", "soon").errors.contains("“soon” is not a time"))
  }
}

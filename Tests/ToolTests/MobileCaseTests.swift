import Foundation
import TestSupport
import Testing

/// Captures of phones and pages of which an earlier version read the wrong frames, or told the wrong story.
@Suite("cases of phones and pages")
struct MobileCaseTests {
  /// A command line with a case file at its end, and what it must and must not print.
  struct Case: CustomTestStringConvertible, Sendable {
    let words: [String]
    let says: [String]
    let hides: [String]

    var testDescription: String { words.joined(separator: " ") }

    /// - Parameter command: a command, files of the folder, and options.
    init(_ command: String, _ options: String = "", says: [String], hides: [String] = []) {
      let parts = command.split(separator: " ").map(String.init)
      words =
        [parts[0]] + parts.dropFirst().map { "\(Self.folder)/\($0)" }
        + options.split(separator: " ").map(String.init)
      self.says = says
      self.hides = hides
    }

    static let folder = "Tests/Fixtures/cases/mobile"
  }

  static let cases: [Case] = [
    // A game's buffer swaps count, and not the callbacks of a main thread that draws nothing.
    Case("analyze atrace-game.txt.gz", says: ["119 displayed frames in 4.0 s", "30.0 FPS"]),
    Case("analyze game.perfetto-trace.gz", says: ["119 displayed", "30.0 FPS"]),
    Case("analyze atrace-two-apps.txt.gz", says: ["ple.launcher", "89 displayed", "60.0 FPS"]),
    // The page counts, not the window around it, on both sides and in all runs.
    Case(
      "analyze chrome-slow-page.json.gz",
      says: ["Renderer 12 (1 of 2 streams)", "10.0 FPS", "100.0 ms", "Browser 11 (32 frames)"]),
    Case(
      "compare chrome-slow-page.json.gz chrome-faster-page.json.gz", "--metrics fps.avg",
      says: ["FPS +200%", "frames of Renderer"]),
    Case(
      "compare chrome-mix/before chrome-mix/after", "--metrics fps.avg",
      says: ["FPS +200%", "frames of Renderer"]),
    // Frames without visible changes are not dropped ones, and dropped ones can be counted.
    Case("analyze chrome-dropped.json.gz", says: ["149 displayed, 2 dropped frames"]),
    Case(
      "analyze chrome-dropped.json.gz", "--frames presented --metrics frames", says: ["frames 151 "]
    ),
    Case("analyze gfxinfo-crcrlf.txt.gz", says: ["119 displayed", "60.0 FPS"]),
    Case(
      "analyze chrome-short.json.gz", "--as chrome",
      says: ["– [a]", "no whole window of one second"], hides: ["Window 0%"]),
    // A page that requests no frames is idle, not frozen.
    Case(
      "analyze chrome-idle.json.gz", says: ["5 displayed frames in 0.1 s, 46.4 s idle"],
      hides: ["28500", "28.5"]),
    Case(
      "analyze chrome-marked.json.gz",
      says: ["10 of 39 displayed frames in the marked 0.5 s", "20.0 FPS"]),
    Case(
      "analyze flutter-devtools-2.20.json.gz",
      says: [
        "flutter-devtools", "Build time of a frame (p50) 5.0 ms",
        "Render time of a frame (p50) 3.0 ms",
      ]),
    Case("analyze flashlight.json.gz", says: ["FPS (Flashlight) 53.41 FPS flashlight.fps"]),
    Case("analyze systrace-ps.html.gz", says: ["com.example.notes", "149 displayed"]),
    Case(
      "analyze xcresult-hitch-metric.json.gz", "--metrics hitch.ratio,hitch.time,hitch.count",
      says: ["3.1 [a]", "16.0 [a]", "Hitches"]),
    Case(
      "analyze xcresult-without-identifiers.json.gz",
      "--metrics hitch.ratio,hitch.time,hitch.count",
      says: ["3.1 [a]", "16.0 [a]", "Hitches"]),
    Case("analyze chrome-throttled.json.gz", says: ["CPU throttled 4x"]),
    Case("analyze chrome-unthrottled.json.gz", says: ["60.0 FPS"], hides: ["throttled 1x"]),
    Case(
      "compare chrome-throttled.json.gz chrome-unthrottled.json.gz",
      says: ["different conditions", "CPU throttling 4 → 1"]),
    Case(
      "compare macrobenchmark-from-apk.json.gz macrobenchmark-speed-profile.json.gz",
      says: ["different conditions", "compilation run-from-apk → speed-profile"]),
    // Excluded rows move no clock, and the time around them is no freeze.
    Case(
      "analyze gfxinfo-flagged.txt.gz", says: ["199 displayed", "60.0 FPS"],
      hides: ["time goes back", "183"]),
    Case(
      "compare chrome-october.json.gz chrome-february.json.gz",
      says: ["2026-02-07 to 2026-10-01"]),
  ]

  @Test("a capture shows what the screen showed", arguments: cases)
  func says(case: Case) {
    let outcome = InProcess.run(`case`.words)
    #expect(outcome.status == 0, "\(outcome.errors)")
    let text = outcome.output.onOneLine
    for word in `case`.says { #expect(text.contains(word), "\(outcome.output)") }
    for word in `case`.hides { #expect(!text.contains(word), "\(outcome.output)") }
  }

  @Test("a layer that drew nothing is named as such, with what to dump instead")
  func unusedLayer() {
    let outcome = InProcess.run(["analyze", "\(Case.folder)/surfaceflinger-unused.txt"])
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains("all 127 rows are “0 0 0”, so this layer drew nothing"))
    #expect(outcome.errors.contains("(BLAST)"))
  }
}

/// Idle times and deadlines of Android, and streams of captures, from generated captures.
@Suite("idle times and streams")
struct IdleTimeTests {
  private let folder = TemporaryFolder()

  /// Bursts of 15 frames at 120 Hz, half a second apart; each takes 4 ms, and `late` frames miss their deadline by
  /// 20 ms.
  private func dump(rows count: Int = 60, late: Set<Int> = []) -> String {
    let header =
      "Flags,FrameTimelineVsyncId,IntendedVsync,HandleInputStart,SwapBuffers,FrameCompleted,"
      + "FrameDeadline,FrameStartTime,FrameInterval,"
    let rows = (0..<count).map { row in
      let vsync = 10_000_000_000 + row * 8_333_333 + row / 15 * 500_000_000
      let completed = vsync + (late.contains(row) ? 36_666_666 : 4_000_000)
      return "0,\(row),\(vsync),\(vsync + 200_000),\(vsync + 3_000_000),\(completed),"
        + "\(vsync + 16_666_666),\(vsync),8333333,"
    }
    return """
      ** Graphics info for pid 7 [com.example.app] **

      ---PROFILEDATA---
      \(header)
      \(rows.joined(separator: "\n"))
      ---PROFILEDATA---

      """
  }

  private func analyze(_ text: String, _ words: String...) throws -> Tool.Outcome {
    try folder.file("dump.txt", text: text)
    return InProcess.run(words + [folder.url.appending(path: "dump.txt").path])
  }

  @Test("time between touches is idle, and makes no frame late")
  func idle() throws {
    let outcome = try analyze(dump(), "analyze")
    #expect(
      outcome.output.onOneLine.contains("59 displayed frames in 0.5 s, 1.5 s idle"),
      "\(outcome.output)")
    for text in ["120.0 FPS", "0.0 ms/s", "8.3 ms at"] {
      #expect(outcome.output.onOneLine.contains(text))
    }
    #expect(try analyze(dump(), "why").output.contains("No frame was late"))
  }

  @Test("a late frame after a pause is late by what it missed, not by the pause")
  func late() throws {
    let outcome = try analyze(dump(rows: 31, late: [30]), "why")
    #expect(outcome.output.contains("1 of 30 frames was late, by 20.0 ms"), "\(outcome.output)")
  }

  /// A log of PresentMon with `game.exe` at a frame time, in milliseconds, and with `dwm.exe` at another.
  private func log(_ name: String, game: Double, compositor: Double, chains: Int = 1) throws {
    var rows: [(time: Double, text: String)] = []
    for (program, step) in [("game.exe", game), ("dwm.exe", compositor)] {
      for chain in 0..<(program == "game.exe" ? chains : 1) {
        for frame in 1...Int(4000 / step) {
          let time = Double(frame) * step + Double(chain) / 10
          rows.append(
            (time, "\(program),\(program.count),0x\(chain),DXGI,0,0,0,\(time / 1000),\(step)"))
        }
      }
    }
    let header =
      "Application,ProcessID,SwapChainAddress,Runtime,SyncInterval,PresentFlags,Dropped,"
      + "TimeInSeconds,msBetweenPresents"
    let lines = rows.sorted { $0.time < $1.time }.map(\.text)
    try folder.file(name, text: ([header] + lines).joined(separator: "\n") + "\n")
  }

  private func compare(_ words: String...) -> Tool.Outcome {
    let sides = ["a.csv", "b.csv"].map { folder.url.appending(path: $0).path }
    return InProcess.run(["compare"] + sides + ["--metrics", "fps.avg"] + words)
  }

  @Test("both sides use the same program, whichever has more frames")
  func program() throws {
    try log("a.csv", game: 12, compositor: 16)
    try log("b.csv", game: 20, compositor: 16)
    let outcome = compare()
    #expect(outcome.output.contains("FPS −40%"), "\(outcome.output)\(outcome.errors)")
    #expect(outcome.output.contains("frames of game.exe"))
  }

  @Test("the swap chains of one capture are one run of a side")
  func swapChains() throws {
    try log("a.csv", game: 12, compositor: 16, chains: 4)
    try log("b.csv", game: 13, compositor: 16, chains: 4)
    let outcome = compare("--stream", "game")
    #expect(outcome.output.contains("1 + 1 runs"), "\(outcome.output)")
    #expect(compare("--stream", "all").output.contains("dwm.exe"))
    // Nor are they several runs in a store.
    let store = folder.url.appending(path: "s.db").path
    for name in ["a", "b"] {
      let path = folder.url.appending(path: "\(name).csv").path
      let words = ["ingest", path, "--suite", "s", "--stage", name, "--store", store]
      #expect(InProcess.run(words).output.contains("5 runs added"))
    }
    let stored = InProcess.run(["compare", "s/a", "s/b", "--store", store, "--metrics", "fps.avg"])
    #expect(stored.output.contains("1 + 1 runs"), "\(stored.output)")
  }

  @Test("programs that are not on both sides are an error that lists them")
  func nothingInCommon() throws {
    try log("a.csv", game: 12, compositor: 16)
    let path = folder.url.appending(path: "a.csv")
    let other = try String(contentsOf: path, encoding: .utf8).replacing("game", with: "tool")
    try folder.file("b.csv", text: other)
    let outcome = compare()
    #expect(outcome.status == 2)
    for text in ["no program or page in common", "game.exe", "tool.exe", "dwm.exe", "--stream"] {
      #expect(outcome.errors.contains(text), "\(outcome.errors)")
    }
  }
}

extension String {
  /// The words of an output, separated by single spaces, so that the width of lines and columns does not matter.
  fileprivate var onOneLine: String {
    split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }
}

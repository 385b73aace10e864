import Analysis
import Recordings
import Testing

@testable import Workbench

@Suite("Times of measurement")
struct MeasurementTimeTests {
  private func time(_ source: String, date: String? = nil) -> SessionDesign.RunTime {
    var recording = Recording(
      origin: .init(source: source, format: "made", dialect: "up"),
      timeline: .withheld(because: "made"))
    recording.description.date = date
    return RunSummary(of: recording, name: "1").timeOfMeasurement
  }

  /// 2024-11-08T13:45:10Z.
  private let moment = SessionDesign.RunTime.known(1_731_073_510_000)

  @Test(
    "file names of recorders have a time",
    arguments: [
      "runs/game_2024-11-08_13-45-10.csv", "CapFrameX-game.exe-2024-11-08T134510.json",
      "PresentMon-2024-11-08T13-45-10.csv", "20241108134510.hml", "x64_20241108_134510_v2.csv",
    ])
  func names(name: String) {
    #expect(time(name) == moment)
  }

  @Test(
    "other names have none",
    arguments: ["1.hml", "run-2024.csv", "a_2024-11-08.csv", "v1.2.3-99999999999999"])
  func others(name: String) {
    #expect(time(name) == .unknown)
  }

  @Test("a stated date counts more than a name, if it has a time of day")
  func dates() {
    #expect(time("1.csv", date: "2024-11-08T13:45:10Z") == moment)
    #expect(time("a_2024-11-08_13-45-10.csv", date: "2024-11-08") == moment)
    #expect(time("1.csv", date: "2024-13-45") == .impossible("2024-13-45"))
    #expect(time("1.csv", date: "yesterday") == .impossible("yesterday"))
  }
}

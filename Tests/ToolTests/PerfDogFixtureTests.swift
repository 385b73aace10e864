import Foundation
import TestSupport
import Testing

/// Computes the figures of a session's summary from the samples of the same file.
@Test("PerfDog's figures of a session with stalls are those of its summary")
func perfDogFiguresOfStalls() throws {
  let path = "Tests/Fixtures/traces/perfdog/good-stalls.json"
  let outcome = try Tool.run(["analyze", path, "--as", "perfdog", "--format", "json"])
  try #require(outcome.status == 0, "\(outcome.errors)")
  let runs = try #require(try JSON(text: outcome.output)["runs"]?.items)
  let text = try String(
    contentsOf: SharedMaterial.project.appending(path: path), encoding: .utf8)
  let summary = try #require(try JSON(text: text)["data"]?["caseData"])
  let names = [
    "Avg(FPS)": "fps_avg", "Var(FPS)": "fps_var", "Drop(FPS)[/h]": "fps_drop",
    "FPS>=18[%]": "fps_ge_18", "FPS>=25[%]": "fps_ge_25", "Jank(/10min)": "jank_per_hour",
    "BigJank(/10min)": "big_jank_per_hour", "Avg(FTime)[ms]": "ftime_avg",
    "FTime>=100ms[%]": "ftime_ge_100", "Delta(FTime)>100ms[/h]": "ftime_delta",
    "Stutter[%]": "stutter",
  ]
  for (figure, name) in names {
    let printed = try #require(runs.first?["printed"]?[figure]?.text)
    let found = try #require(Double(printed.filter { $0 != "%" }))
    let published = try #require(summary[name]?.number)
    #expect(published > 0)
    #expect(abs(found - published) < 0.051, "\(figure): \(found), published \(published)")
  }
}

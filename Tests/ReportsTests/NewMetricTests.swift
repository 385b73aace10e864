import Analysis
import Documents
import Recordings
import Reports
import Testing
import Units

/// A new metric is one element of the catalog, and needs no other change.
@Suite("A new metric")
struct NewMetricTests {
  static let catalog =
    Metric.all + [
      Metric(
        id: "made.up", title: "Made up (ms)", unit: .milliseconds, polarity: .lowerIsBetter,
        parameters: [.inputLag], help: "Exists in this test only.", formula: "2 * mean(ft)",
        source: "this test"
      ) { figures throws(Withheld) in
        let frames = try figures.frames()
        return 2 * frames.duration.milliseconds / Double(frames.count)
      }
    ]

  private func report() throws -> Document {
    let suite = try MadeUpRuns.suite(metrics: ["fps.avg", "made.up"], catalog: Self.catalog)
    return SuiteReport.document(of: suite)
  }

  @Test(
    "the new metric is in the tables of every output",
    arguments: Renderer.files.map(\.id) + ["text"])
  func tables(format: String) throws {
    let renderer = Renderer.files.first { $0.id == format } ?? .text(width: 120, color: false)
    let text = renderer.render(try report())
    #expect(text.contains("Made up (ms)"))
    // The stage's mean, its change from the baseline, and its position between worst and best.
    for printed in ["50.0", "30.0", "75.00"] { #expect(text.contains(printed), "\(printed)") }
  }

  @Test("the new metric is in the glossary with its formula and source")
  func glossary() throws {
    let text = Renderer.markdown.render(try report())
    #expect(text.contains("Exists in this test only."))
    #expect(text.contains("`2 * mean(ft)`"))
    #expect(text.contains("this test"))
  }

  @Test("the new metric is in the JSON and the table of an analysis")
  func analysis() {
    let run = AnalyzedRun(MadeUpRuns.summary(frameTime: 20, catalog: Self.catalog))
    #expect(AnalysisJSON.value(of: [run]).text().contains("\"made.up\": 40"))
    let text = Renderer.markdown.render(AnalysisReport.document(of: [run]))
    #expect(text.contains("made.up"))
    #expect(text.contains("input lag 55 ms"))
  }

  @Test("the new metric is in the catalog")
  func catalog() {
    let text = Renderer.markdown.render(
      MetricCatalog.document(of: [Metric.Group("Made up", Self.catalog)]))
    #expect(text.contains("**made.up**") || text.contains("made.up"))
    #expect(text.contains("Made up (ms)"))
  }
}

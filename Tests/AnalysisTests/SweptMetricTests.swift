import Analysis
import Recordings
import Testing
import Units

@Suite("Metrics along a suite's variable")
struct SweptMetricTests {
  private static let layout = OwnMeasure(
    name: "layout", unit: .milliseconds, lowerIsBetter: true, budget: .value(10))

  /// A stage for each value of each variant, with one run unless the value is `nil`.
  private func suite(
    _ lines: [(variant: String?, values: [(at: Double, value: Double?)])],
    measure: OwnMeasure = layout
  ) throws -> SuiteSummary {
    var description = SuiteDescription(id: "s")
    description.sweep = .init(title: "Number of views")
    description.measures = [measure]
    description.metrics = ["layout", "fps.avg"]
    description.stages = [.init(id: "step", title: "of no curve")]
    var runs: [String: [RunSummary]] = [:]
    for (variant, values) in lines {
      for (at, value) in values {
        var stage = SuiteDescription.Stage(id: "\(variant ?? "-") \(at)", title: "")
        stage.variant = variant
        stage.at = at
        description.stages.append(stage)
        guard let value else { continue }
        var recording = Recording.without(frames: "none")
        recording.description.measures = [measure]
        recording.description.reported = ["layout": value]
        runs[stage.id] = [RunSummary(of: recording, name: "1")]
      }
    }
    var step = Recording.without(frames: "none")
    step.description.reported = ["fps.avg": 60]
    runs["step"] = [RunSummary(of: step, name: "1")]
    return try SuiteSummary(description, runs: runs)
  }

  @Test("a curve has its points by ascending value, whatever the order of the stages")
  func points() throws {
    let suite = try suite([("a", [(100, 3), (20, 1), (50, nil)]), (nil, [(20, 4)])])
    let curve = try #require(suite.sweeps.first)
    #expect(suite.sweeps.count == 1)
    #expect(curve.metric.id == "layout")
    #expect(curve.values == [20, 50, 100])
    #expect(curve.lines.map(\.variant) == ["a", nil])
    #expect(curve.lines[0].points.map(\.at) == [20, 100])
    #expect(curve.lines[0].points.map(\.value) == [1, 3])
    #expect(curve.lines[0].figure(at: 50)?.count == 0)
    #expect(curve.lines[1].figure(at: 50) == nil)
  }

  @Test("the budget is exceeded where the line between two points crosses it")
  func crossing() throws {
    // From 4 at 20 to 16 at 80: 10 is in the middle, at 50.
    let suite = try suite([("a", [(20, 4), (80, 16)]), ("b", [(20, 4), (80, 10)])])
    let curve = suite.sweeps[0]
    #expect(
      curve.crossings(of: curve.lines[0])
        == [SweptMetric.Crossing(at: 50, between: 20...80, isBeyond: true)])
    #expect(curve.crossings(of: curve.lines[1]) == [])
  }

  @Test("a curve may cross the budget several times, and gaps between points are bridged")
  func crossings() throws {
    let suite = try suite([("a", [(0, 20), (10, 0), (15, nil), (20, 20)])])
    let curve = suite.sweeps[0]
    #expect(
      curve.crossings(of: curve.lines[0]) == [
        SweptMetric.Crossing(at: 5, between: 0...10, isBeyond: false),
        SweptMetric.Crossing(at: 15, between: 10...20, isBeyond: true),
      ])
  }

  @Test("if higher is better, values below the budget exceed it")
  func higher() throws {
    let measure = OwnMeasure(
      name: "layout", unit: .framesPerSecond, lowerIsBetter: false, budget: .value(60))
    let suite = try suite([("a", [(1, 90), (2, 30)])], measure: measure)
    let curve = suite.sweeps[0]
    #expect(
      curve.crossings(of: curve.lines[0])
        == [SweptMetric.Crossing(at: 1.5, between: 1...2, isBeyond: true)])
  }

  @Test("without a budget or a point there is no crossing")
  func nothing() throws {
    let free = OwnMeasure(name: "layout", unit: .milliseconds, lowerIsBetter: true)
    let one = try suite([("a", [(1, 1), (2, 90)])], measure: free).sweeps[0]
    #expect(one.crossings(of: one.lines[0]) == nil)
    let two = try suite([("a", [(1, nil)]), ("b", [(1, 1)])]).sweeps[0]
    #expect(two.crossings(of: two.lines[0]) == nil)
  }

  @Test("without its curves a suite has the other stages and rows")
  func rest() throws {
    let suite = try suite([("a", [(1, 1)])])
    #expect(suite.withoutSweep.stages.map(\.stage.id) == ["step"])
    #expect(suite.withoutSweep.rows.map(\.id) == ["fps.avg"])
    #expect(suite.withoutSweep.description.stages.count == 1)
    #expect(suite.withoutSweep.sweeps.isEmpty)
  }
}

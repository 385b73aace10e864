import Analysis
import Foundation
import Recordings
import RunFolders
import TestSupport
import Testing

@testable import Workbench

@Suite("Experiments in blocks")
struct ExperimentTests {
  @Test("random orders depend on the seed and the block, and have every stage once")
  func randomOrder() {
    let stages = ["a", "b", "c", "d"]
    let orders = (1...20).map { BlockOrder.random.stages(stages, inBlock: $0, seed: 1) }
    #expect(orders.allSatisfy { $0.sorted() == stages })
    #expect(Set(orders).count > 5)
    #expect(orders == (1...20).map { BlockOrder.random.stages(stages, inBlock: $0, seed: 1) })
    #expect(orders != (1...20).map { BlockOrder.random.stages(stages, inBlock: $0, seed: 2) })
  }

  @Test("abba reverses every second block")
  func abba() {
    let orders = (1...3).map { BlockOrder.abba.stages(["a", "b"], inBlock: $0, seed: 1) }
    #expect(orders == [["a", "b"], ["b", "a"], ["a", "b"]])
    #expect(BlockOrder.asGiven.stages(["a", "b"], inBlock: 2, seed: 1) == ["a", "b"])
  }

  @Test("a plan can be read back from its text")
  func planFile() {
    let plan = ExperimentPlan(
      name: "run 1", stages: ["a", "b"], order: .abba, seed: .max, blocks: 7,
      metrics: ["fps.avg"], stopsEarly: true, readsOutput: false, command: ["x", "{out}"],
      firstRun: 3)
    #expect(ExperimentPlan(Array(plan.text.utf8)) == plan)
    #expect(ExperimentPlan(Array("{}".utf8)) == nil)
    #expect(plan.run(ofBlock: 2, plan.sides[0]) == "4")
    #expect(plan.sides.map(plan.name) == ["a", "b"])
  }

  @Test("a plan of commits measures each stage of each commit once per block")
  func commits() {
    var plan = ExperimentPlan(
      name: "run 1", stages: ["a"], order: .random, seed: 1, blocks: 2, metrics: [],
      stopsEarly: true, readsOutput: false, command: [], firstRun: 3)
    let ids = ["0", "f"].map { String(repeating: $0, count: 40) }
    (plan.commits, plan.build) = (ids, "make app")
    #expect(ExperimentPlan(Array(plan.text.utf8)) == plan)
    #expect(Set(plan.sides(inBlock: 2)) == Set(ids.map { MeasuredSide(stage: "a", commit: $0) }))
    #expect(plan.run(ofBlock: 2, plan.sides[1]) == "4-ffffffffffff")
    #expect(plan.sides.map(plan.name) == ["000000000000", "ffffffffffff"])
    plan.stages = ["a", "b"]
    #expect(plan.sides.map(plan.name)[1] == "a at ffffffffffff")
  }

  @Test("the run object of suite.json is read, and a stage overrides the suite")
  func suiteFile() throws {
    let folder = TemporaryFolder()
    let text = """
      {"run": {"command": ["a", "b"], "settle_s": 2, "timeout_s": 9},
       "stages": [{"id": "x", "run": {"command": ["c"], "before_each": ["d"], "settle_s": 0}}]}
      """
    try folder.file("suite.json", text: text)
    let suite = try DescriptionFile.suite(at: folder.path("suite.json"))
    let stage = suite.stages[0].measuring.fillingIn(suite.measuring)
    #expect(stage.command == ["c"] && stage.beforeEach == ["d"])
    #expect(stage.settle == 0 && stage.timeout == 9)
    #expect(suite.measuring.command == ["a", "b"])
  }

  @Test("a block comparison has the direction of the metric, and its noise floor")
  func blockComparison() throws {
    let metric = try #require(Metric.named("frametime.p95", amongThoseOf: []))
    let found = try #require(
      BlockComparison(
        metric, [15.02, 15.01, 14.99, 15], against: [16, 16.01, 15.99, 16.02],
        in: BlockDesign(blocks: 6, questions: 1)))
    #expect(found.answer == .improved && found.isRelative && found.look == 2)
    let same = BlockComparison(
      metric, [16, 16.01, 15.99, 16], against: [16, 16.01, 15.99, 16.02],
      in: BlockDesign(blocks: 6, questions: 1))
    #expect(same?.answer == .unchanged)
    let early = BlockComparison(
      metric, [1, 2], against: [1, 2], in: BlockDesign(blocks: 6, questions: 1))
    #expect(early?.interval == nil)
  }

  @Test(
    "a pull request fails by a proved change of the noise floor, and passes if that is ruled out")
  func pullRequestDecision() throws {
    let (time, rate) = (
      try #require(Metric.named("frametime.p95", amongThoseOf: [])),
      try #require(Metric.named("fps.avg", amongThoseOf: []))
    )
    let design = BlockDesign(blocks: 6, questions: 1)
    let base = [16, 16.01, 15.99, 16.02, 16]
    let decision = { (metric: Metric, factors: [Double]) in
      PullRequestOutcome.decision(on: [
        MeasuredPair(
          reference: "a", candidate: "b", stage: "s", metric: metric,
          comparison: BlockComparison(
            metric, zip(base, factors).map(*), against: base, in: design))
      ])
    }
    #expect(decision(time, [1.10, 1.101, 1.099, 1.1, 1.1]) == .regressed)
    #expect(decision(rate, [1.10, 1.101, 1.099, 1.1, 1.1]) == .passed)
    #expect(decision(rate, [0.90, 0.901, 0.899, 0.9, 0.9]) == .regressed)
    #expect(decision(time, [1, 1.001, 0.999, 1, 1.001]) == .passed)
    #expect(decision(time, [1.03, 0.98, 1.02, 0.99, 1.01]) == .undecided)
    #expect(decision(time, [1.004, 1.0041, 1.0039, 1.004, 1.004]) == .passed, "below the floor")
    #expect(decision(time, [0.9, 1.05, 0.8, 0.85, 0.9]) == .undecided)
    #expect(PullRequestOutcome.decision(on: []) == .undecided)
  }

  @Test("the last lines of an output of any length are kept")
  func tail() {
    var tail = OutputTail()
    for number in 0..<5000 { tail.add(Array("line \(number)\n\n".utf8)[...]) }
    #expect(tail.lastLines(2) == ["line 4998", "line 4999"])
    #expect(tail.text.utf8.count <= 4096)
  }

  #if os(Linux)
    @Test("the figures of this process are sampled")
    func sampler() throws {
      var sampler = try #require(ProcessSampler(root: ProcessInfo.processInfo.processIdentifier))
      #expect(sampler.table == nil)
      sampler.sample()
      // A tenth of a second of processor time: several ticks of the kernel's clock, however busy the machine is.
      let start = clock()
      while clock() - start < 100_000 {}
      sampler.sample()
      let lines = try #require(sampler.table).split(separator: "\n")
      #expect(lines[0].hasPrefix("timestamp_ns,cpu_percent,memory_bytes,resident_bytes,threads,"))
      let fields = lines[1].split(separator: ",", omittingEmptySubsequences: false)
      #expect(lines.count == 2 && fields.count >= 6)
      let (memory, resident) = (try #require(Int(fields[2])), try #require(Int(fields[3])))
      #expect(memory > 0 && memory <= resident, "shared memory counts once")
      #expect(try #require(Double(fields[5])) >= 0)
      let threads = lines[0].split(separator: ",").filter { $0.hasPrefix("thread.") }
      #expect(!threads.isEmpty && threads.count <= 16, "the sampling itself takes CPU time")
      #expect(threads.allSatisfy { $0.hasSuffix(".cpu_percent") })
      let shares = fields.dropFirst(6).compactMap { Double($0) }
      #expect(shares.count == threads.count)
      #expect(try #require(shares.max()) > 0)
    }
  #endif
}

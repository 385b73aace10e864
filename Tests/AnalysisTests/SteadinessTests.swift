import Analysis
import Recordings
import Testing
import Units

@Suite("Steadiness of a run")
struct SteadinessTests {
  /// Frames of these durations in milliseconds, each for a number of seconds, with slight noise.
  private func run(
    _ parts: [(seconds: Double, milliseconds: Double)], counters: [Counter] = [],
    markers: [Marker] = []
  ) -> Recording {
    var frameTimes: [Nanoseconds] = []
    for part in parts {
      for frame in 0..<Int(part.seconds * 1000 / part.milliseconds) {
        let noise = 1 + Double((frame * 7919) % 101 - 50) / 2000
        frameTimes.append(Nanoseconds(part.milliseconds * noise * 1e6))
      }
    }
    return .of(frameTimes: frameTimes, markers: markers, counters: counters)
  }

  private static let checks: Set = ["warm-up", "slow-end", "disturbed-part", "drift"]

  private func findings(_ run: Recording) -> [QualityFinding] {
    RunSummary(of: run).quality.findings.filter { Self.checks.contains($0.kind) }
  }

  @Test func aSteadyRunHasNoNote() {
    #expect(findings(run([(30, 12)])) == [])
  }

  @Test func aFastStartIsAWarmUp() throws {
    let found = findings(run([(3, 10), (17, 12)]))
    #expect(found.map(\.kind) == ["warm-up"])
    #expect(found.map(\.severity) == [.note])
    let message = try #require(found.first?.message)
    #expect(message.hasPrefix("from 0 s to "))
    #expect(message.contains("frames were 17% shorter than usual (10.0 instead of 12.0 ms)"))
    #expect(message.contains("as in a warm-up; without the first "))
    #expect(message.contains("the average frame rate would be 83.3 instead of "))
  }

  @Test func aBurstSoonAfterTheStartBelongsToTheWarmUp() throws {
    let found = findings(run([(1, 12), (1, 24), (18, 12)]))
    #expect(found.map(\.kind) == ["warm-up"])
  }

  @Test func aSlowEndMayBeThrottling() throws {
    var temperature = SampleColumn()
    for frame in 0..<1499 { temperature.appendWithFrame(frame < 1300 ? 60 : 71.5) }
    let counter = Counter(
      role: .temperature, name: "temperature", unit: .celsius, samples: temperature)
    let parts = [(seconds: 14.0, milliseconds: 12.0), (seconds: 6.0, milliseconds: 18.0)]
    let found = findings(run(parts, counters: [counter]))
    #expect(found.map(\.kind) == ["slow-end"])
    #expect(findings(run(parts)).first?.message.contains("temperature") == false)
    let message = try #require(found.first?.message)
    #expect(message.contains("50% longer than usual (18.0 instead of 12.0 ms)"))
    #expect(message.contains("while the temperature rose from 60.0 to 71.5 °C, as if throttled"))
  }

  @Test func aPartInTheMiddleIsDisturbed() {
    let found = findings(run([(8, 12), (2, 24), (10, 12)]))
    #expect(found.map(\.kind) == ["disturbed-part"])
  }

  @Test("parts that hardly change the average are not mentioned")
  func small() {
    // The part differs by 9%, or is too short to change the average by 1%.
    #expect(findings(run([(4, 10.95), (16, 12)])) == [])
    #expect(findings(run([(50, 12), (0.5, 16), (50, 12)])) == [])
  }

  @Test func aRunWithoutAUsualLevelHasNoNote() {
    #expect(findings(run([(9, 10), (6, 40), (6, 20)])) == [])
    #expect(findings(run([(5, 10), (5, 40), (5, 20), (5, 80)])) == [])
  }

  @Test func aSlowRiseIsADrift() throws {
    let rise = (0..<40).map { (seconds: 0.5, milliseconds: 12 + 0.02 * Double($0)) }
    let found = findings(run(rise))
    #expect(found.map(\.kind) == ["drift"])
    let message = try #require(found.first?.message)
    #expect(message.contains("frame times steadily rise"))
    #expect(message.contains("without the first half of the run, the average frame rate would be"))
    let fall = findings(run(rise.reversed()))
    #expect(fall.first?.message.contains("steadily fall") == true)
  }

  @Test func shortRunsAndActivitiesAreNotExamined() {
    #expect(findings(run([(1, 10), (3, 20)])) == [])
    let markers = [
      Marker(start: 0, end: 5 * .perSecond, name: "a", isActivity: true),
      Marker(start: 6 * .perSecond, end: 19 * .perSecond, name: "b", isActivity: true),
    ]
    #expect(findings(run([(3, 10), (17, 12)], markers: markers)) == [])
  }

  @Test func aLongFreezeIsNoPartOfItsOwn() {
    // One frame of two seconds ends in one window.
    #expect(findings(run([(20, 12), (2, 2000), (60, 12)])) == [])
  }
}

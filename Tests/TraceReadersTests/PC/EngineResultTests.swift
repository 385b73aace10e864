import Recordings
import Testing
import Units

@testable import Decoding
@testable import Histories
@testable import RunFolders
@testable import TraceReaders

@Suite("Results of game engines")
struct EngineResultTests {
  private func read(_ text: String) throws -> Recording {
    try #require(try TraceReader.read(bytes: Array(text.utf8), name: "a").recordings.first)
  }

  // MARK: - Unreal

  @Test func rowsMayBeLongerThanTheFirstHeader() throws {
    let text = """
      FrameTime,GameThreadTime
      16,8
      17,8,3,4
      18,9,3,4
      FrameTime,GameThreadTime,Late/A,Late/B
      [platform],Windows,[config],Test

      """
    let run = try read(text)
    #expect(run.timeline.value?.presents == [0, 16_000_000, 33_000_000, 51_000_000])
    #expect(run.issues.isEmpty)
    #expect(run.description.labels == ["platform": "Windows", "config": "Test"])
  }

  @Test func aProfileWithoutItsEndIsCutOff() throws {
    let run = try read("FrameTime,GameThreadTime\n16,8\n17,8")
    #expect(run.timeline.value?.frameCount == 1)
    #expect(Set(run.issues.map(\.kind)) == [.truncatedLine, .truncatedText])
  }

  @Test func eventsMarkTheBeginningOfTheirFrame() throws {
    let run = try read("EVENTS,FrameTime\n,16\na;b,17\n,18\n[config],Test\n")
    #expect(run.markers.map(\.name) == ["a", "b"])
    #expect(run.markers.map(\.start) == [16_000_000, 16_000_000])
  }

  @Test func theTimeOfTheRHIThreadIsASignalAndASensor() throws {
    let run = try read("EVENTS,FrameTime,RHIThreadTime\n,16,4\n,17,5\n,18,6\n[config],Test\n")
    #expect(
      run.timeline.value?.signals[.issue] == OptionalColumn([4_000_000, 5_000_000, 6_000_000]))
    #expect(run.counters.map(\.name) == ["RHIThreadTime"])
  }

  // MARK: - Unity

  /// A sample group with the samples in the order of the file.
  private func group(_ samples: [Double], unit: Int = 2) -> UnitySampleGroup {
    UnitySampleGroup(name: "Time", unit: unit, increaseIsBetter: false, samples: samples)
  }

  @Test func theMedianIsTheMeanOfTheMiddleTwo() {
    #expect(group([4, 1, 3, 2]).median == 2.5)
    #expect(group([4, 1, 3]).median == 3)
    #expect(group([]).median == nil)
  }

  @Test(arguments: [
    (0, 0.000_002, Unit.milliseconds), (1, 0.002, .milliseconds), (2, 2, .milliseconds),
    (3, 2, .seconds), (4, 2, .bytes), (5, 2048, .bytes), (6, 2_097_152, .bytes), (8, 2, .count),
    (77, 2, .count),
  ])
  func unitsOfSampleGroups(number: Int, value: Double, unit: Unit) throws {
    let scalar = try #require(group([2], unit: number).scalars.first)
    #expect(abs(scalar.value - value) <= value * 1e-12)
    #expect(scalar.unit == unit)
  }

  @Test func sortedSamplesMakeNoFrames() throws {
    func result(_ samples: String) -> String {
      #"{"TestSuite":"a","Results":[{"Name":"t","SampleGroups":[{"Name":"FrameTime","Unit":2,"#
        + #""Samples":["# + samples + "]}]}]}"
    }
    #expect(try read(result("16,17,15,33,16")).timeline.value?.frameCount == 5)
    let sorted = try read(result("15,16,16,17,33"))
    #expect(sorted.timeline.value == nil)
    #expect(sorted.description.scalars.first?.value == 16)
  }

  @Test func countersOfThreadsAreSignalsIfTheyHaveASamplePerFrame() throws {
    let run = try read(
      #"{"TestSuite":"a","Results":[{"Name":"t","SampleGroups":["#
        + #"{"Name":"FrameTime","Unit":2,"Samples":[16,33]},"#
        + #"{"Name":"CPU Main Thread Frame Time","Unit":0,"Samples":[9000000,0]},"#
        + #"{"Name":"GPU Frame Time","Unit":1,"Samples":[4000,5000,6000]}]}]}"#)
    #expect(run.timeline.value?.signals == [.ui: OptionalColumn([9_000_000, nil])])
    #expect(run.description.scalars.count == 2)
  }
}

import Recordings
import Testing
import Units

@Suite("Parts of runs")
struct TimeCutTests {
  @Test(
    "times may have units",
    arguments: [
      ("90", 90_000), ("1.5s", 1500), ("250ms", 250), ("1.5min", 90_000), ("1:30", 90_000),
      ("2:03.5", 123_500), ("", nil), ("1:60", nil), ("-1", nil), ("soon", nil), ("99999999", nil),
    ] as [(String, Int?)])
  func times(text: String, milliseconds: Int?) {
    #expect(TimeCut.time(text) == milliseconds.map { Nanoseconds($0) * .perMillisecond })
  }

  private static func recording(_ markers: [Marker]) -> Recording {
    Recording(
      origin: .init(source: "made.csv", format: "native", dialect: "1"),
      timeline: .known(FrameTimeline(presents: NumberColumn((0...10).map { $0 * 100 }))),
      markers: markers)
  }

  private static func activities(_ cut: TimeCut?, _ markers: [Marker] = []) -> [ClosedRange<Int64>]
  {
    recording(markers).cut(to: cut).markers.filter(\.isActivity).map { $0.start...$0.end }
  }

  @Test("a part becomes the activity, or the limit of the activities that exist")
  func activities() {
    #expect(Self.activities(nil) == [])
    #expect(Self.activities(TimeCut(from: 200, to: nil)) == [200...1000])
    #expect(Self.activities(TimeCut(from: nil, to: 700)) == [0...700])
    let laps = [
      Marker(start: 0, end: 300, name: "a", isActivity: true),
      Marker(start: 600, end: 900, name: "b", isActivity: true),
    ]
    #expect(Self.activities(TimeCut(from: 200, to: 700), laps) == [200...300, 600...700])
    // Outside of all activities no frame counts; without any activity all would.
    #expect(Self.activities(TimeCut(from: 400, to: 500), laps) == [400...400])
    #expect(TimeCut(from: 5, to: 5) == nil && TimeCut(from: nil, to: nil) == nil)
  }

  @Test("samples without frames are cut, and their mean frame rate with them")
  func samples() {
    var recording = Recording(
      origin: .init(source: "made.hml", format: "afterburner", dialect: "1"),
      timeline: .withheld(because: "samples"),
      counters: [
        Counter(
          role: .other, name: "Framerate", unit: .framesPerSecond,
          samples: SampleColumn(times: [1000, 1100, 1200, 1300], values: [10, 60, 62, 0]))
      ])
    recording.description.scalars = [
      Scalar(name: "fps.sampled", value: 33, unit: .framesPerSecond, lowerIsBetter: false)
    ]
    let cut = recording.cut(to: TimeCut(from: 100, to: 200))
    #expect(cut.counters[0].samples.count == 2)
    #expect(cut.description.scalars.map(\.value) == [61])
  }
}

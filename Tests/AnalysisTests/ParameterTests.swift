import Analysis
import Recordings
import Testing
import Units

@Suite("Parameters")
struct ParameterTests {
  private let run = Recording.of(frameTimes: [20].milliseconds)

  @Test func theDefaultsAreTheContracts() {
    let values = Parameters(for: run).values
    #expect(
      values.map(\.key.rawValue) == [
        "refresh_rate_hz", "refresh_rate_source", "input_lag_ms", "instantaneous_limit_ms",
        "stability_tolerance", "points", "frames", "refresh_range_hz", "hitch_tau_ms",
        "hitch_power", "hitch_delta_ms",
      ])
    #expect(
      values.map(\.value) == [
        .unknown, .text("unknown"), .number(55), .number(100), .number(0.2), .text("1s"),
        .text("displayed"), .unknown, .number(100), .number(2), .number(4),
      ])
  }

  @Test func settingsReadWhatASuiteFixes() throws {
    let settings = try ParameterSettings([
      "refresh_rate_hz": "59.94", "input_lag_ms": "40.5", "instantaneous_limit_ms": "120",
      "stability_tolerance": "0.1", "points": "fpscounter", "frames": "all",
      "refresh_range_hz": "48-143.9", "hitch_tau_ms": "50", "hitch_power": "1.5",
      "hitch_delta_ms": "0",
    ])
    #expect(
      Parameters(for: run, settings: settings).values.map(\.value) == [
        .number(59.94), .text("declared"), .number(40.5), .number(120), .number(0.1),
        .text("fpscounter"), .text("all"), .text("48-143.9"), .number(50), .number(1.5), .number(0),
      ])
  }

  @Test func optionsWinOverTheSuiteAndTheSuiteOverTheRun() throws {
    var run = run
    run.description.device.refreshRate = 120
    run.description.device.inputLag = 30_000_000
    let suite = try ParameterSettings(["refresh_rate_hz": "60", "input_lag_ms": "40"])
    let options = try ParameterSettings(["refresh_rate_hz": "90"])
    #expect(Parameters(for: run).refreshRate == .declared(120))
    #expect(Parameters(for: run).inputLag == 30_000_000)
    #expect(Parameters(for: run, settings: suite).refreshRate == .declared(60))
    let both = Parameters(for: run, settings: suite.overridden(by: options))
    #expect(both.refreshRate == .declared(90))
    #expect(both.inputLag == 40_000_000)
  }

  @Test func theRefreshRangeIsThatOfTheDeviceUnlessASuiteOrAnOptionHasAnother() throws {
    var run = run
    run.description.device.properties[Device.refreshRangeKey] = "40-60"
    let option = try ParameterSettings(["refresh_range_hz": "48-144"])
    #expect(Parameters(for: run).refreshRange?.name == "40-60")
    #expect(Parameters(for: run, settings: option).refreshRange?.name == "48-144")
  }

  @Test(
    "invalid values are refused with the expected form",
    arguments: [
      (ParameterKey.refreshRate, "0", ParameterError.Expectation.rate),
      (.refreshRate, "nan", .rate),
      (.refreshRate, "1e300", .rate), (.refreshRate, "60,5", .rate), (.inputLag, "-1", .duration),
      (.inputLag, "inf", .duration), (.instantaneousLimit, "1e12", .duration),
      (.stabilityTolerance, "20%", .fraction), (.stabilityTolerance, "1", .fraction),
      (.stabilityTolerance, "0", .fraction), (.points, "1 s", .pointWindow),
      (.frames, "Displayed", .words(["displayed", "presented", "all"])),
      (.refreshRange, "60", .refreshRange), (.refreshRange, "144-48", .refreshRange),
      (.refreshRange, "0-60", .refreshRange), (.refreshRange, "48-1e4", .refreshRange),
      (.refreshRange, "48-60-72", .refreshRange), (.refreshRange, "-60", .refreshRange),
      (.hitchTau, "0", .positiveDuration), (.hitchPower, "0.9", .power),
      (.hitchPower, "11", .power), (.hitchDelta, "-1", .duration),
    ])
  func refused(key: ParameterKey, text: String, expected: ParameterError.Expectation) {
    var settings = ParameterSettings()
    #expect(throws: ParameterError.badValue(key, found: text, expected: expected)) {
      try settings.set(key, to: text)
    }
    #expect(settings == ParameterSettings())
  }

  @Test("unknown names are refused", arguments: ["refresh_rate", "refresh_rate_source", ""])
  func unknown(name: String) {
    #expect(throws: ParameterError.unknownParameter(name)) {
      try ParameterSettings([name: "60"])
    }
  }
}

@Suite("Inferring the refresh rate")
struct RefreshRateTests {
  private func rate(_ frameTimes: [Nanoseconds]) -> RefreshRate {
    Parameters(for: .of(frameTimes: frameTimes)).refreshRate
  }

  @Test(
    "the refresh rate is inferred from frames that wait for the display",
    arguments: [
      30.0, 48, 50, 60, 72, 75, 90, 120, 144, 165, 240, 360,
    ])
  func locked(hertz: Double) {
    // Four of five frames take one refresh and the fifth takes two, all within about 1%.
    let frameTimes = (0..<200).map { index in
      let refreshes = index % 5 == 4 ? 2.0 : 1.0
      let wobble = Double(index % 7 - 3) / 300
      return Nanoseconds((refreshes + wobble) * 1e9 / hertz)
    }
    #expect(rate(frameTimes) == .inferred(hertz))
  }

  @Test func framesThatWaitForNothingTellNothing() {
    #expect(rate((0..<300).map { 12_000_000 + Nanoseconds($0 * 37 % 100) * 100_000 }) == .unknown)
  }

  @Test func alternatingFramesTellNothing() {
    #expect(rate((0..<300).map { $0 % 3 == 0 ? 16_666_667 : 33_333_333 }) == .unknown)
  }

  @Test func aSteadyRateOfNoDisplayTellsNothing() {
    #expect(rate(Array(repeating: 15_300_000, count: 300)) == .unknown)
  }

  @Test func fewFramesProveNothing() {
    #expect(rate(Array(repeating: 16_666_667, count: 59)) == .unknown)
    #expect(rate(Array(repeating: 16_666_667, count: 60)) == .inferred(60))
  }

  @Test func anInferredRateIsSaidToBe() throws {
    let run = Recording.of(frameTimes: Array(repeating: 16_666_667, count: 100))
    #expect(Parameters(for: run)[.refreshRateSource] == .text("inferred"))
    #expect(try run.value("hitch.count") == 0)
  }
}

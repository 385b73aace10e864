internal import Recordings
internal import Units

// Checks of whether the program and the screen agree.

extension QualityCheck {
  /// A smaller relative difference of the 99th percentile or the 1% low is no finding.
  private static let leastDifference = 0.1
  /// A smaller difference of the pacing errors is no finding.
  private static let leastPacing = 0.05

  static let screenDiffers = QualityCheck(
    id: "screen-differs", severity: .note,
    condition: """
      The times at which frames reached the screen differ from the presents: by over 10% in the 99th percentile of frame \
      times or in the 1% low, or by over 5 percentage points in the pacing error. The metrics whose ids begin with \
      `screen.` describe what the viewer saw, the others what the program did.
      """
  ) { evidence in
    guard let frames = evidence.frames, let screen = evidence.screen,
      let sorted = evidence.sorted, let sortedOnScreen = evidence.sortedOnScreen,
      min(frames.count, screen.count) >= Tail.leastFrames(for: 0.99)
    else { return [] }
    let percentiles = [sorted, sortedOnScreen].map { $0.quantile(0.99) }
    let lows = [sorted, sortedOnScreen].map { $0.lowAverage(from: 0.99) }
    let pacing = [frames, screen].map { (try? $0.unevenness(atRefreshRate: nil)) ?? 0 }
    let differs =
      isDifferent(percentiles) || isDifferent(lows) || abs(pacing[0] - pacing[1]) > leastPacing
    guard differs else { return [] }
    let lengths = evidence.lengthsOnScreen.map { ": frames stay for \($0)" } ?? ""
    let found =
      if pacing[1] > pacing[0] + leastPacing {
        "the program presented evenly, the screen did not\(lengths)"
      } else if pacing[0] > pacing[1] + leastPacing {
        "the program presented unevenly, and the screen showed the frames more evenly\(lengths)"
      } else {
        """
        the slowest frames differ: the 99th percentile is \((percentiles[0] / 1e6).oneDecimal) ms as presented and \
        \((percentiles[1] / 1e6).oneDecimal) ms on the screen
        """
      }
    return [
      Strike(
        message:
          "\(found); judge what viewers saw by the figures on screen, the program's work by those presented"
      )
    ]
  }

  private static func isDifferent(_ pair: [Double]) -> Bool {
    abs(pair[0] / pair[1] - 1) > leastDifference
  }

  static let pairedPresents = QualityCheck(
    id: "paired-presents", severity: .warning,
    condition: """
      The presents come in pairs: in over 80% of the neighboring frames, a frame time under 45% of its neighbor follows \
      and precedes a longer one. So do presents of a frame generator that the trace does not mark. The frame rates count \
      both presents of a pair, so they must not be compared with those of other runs; framegen.base_fps counts pairs.
      """
  ) { evidence in
    guard let frames = evidence.frames,
      let pairs = PresentPairs(frames, of: evidence.recording.timeline.value)
    else { return [] }
    return [
      Strike(
        message: """
          frame times alternate between about \((pairs.short / 1e6).oneDecimal) and \((pairs.long / 1e6).oneDecimal) ms, \
          so presents come in pairs, as with frame generation; there are \(pairs.rate.oneDecimal) pairs per second, \
          and average frame rates count both presents of a pair
          """)
    ]
  }

  static let changingPresentation = QualityCheck(
    id: "changing-presentation", severity: .note,
    condition: """
      Frames reached the screen in several ways (PresentMode), each for at least 5% of the frames. The ways differ in \
      latency, and in which frames are dropped.
      """
  ) { evidence in
    let modes = evidence.recording.description.device.properties[RunDescription.presentation]
    guard let modes, modes.contains(RunDescription.severalModes) else { return [] }
    return [
      Strike(
        message:
          "the way in which frames reach the screen changes within the run (\(modes)), which changes latency and drops"
      )
    ]
  }
}

extension QualityEvidence {
  /// How long frames stayed on the screen, for at least a tenth of the frames each, such as `16.7 or 33.3 ms`; `nil` if
  /// the refresh rate is unknown or all frames stay equally long.
  fileprivate var lengthsOnScreen: String? {
    guard let hertz = parameters.refreshRate.hertz, let screen else { return nil }
    var counts = [Int](repeating: 0, count: 8)
    for frameTime in screen.frameTimes {
      let refreshes = (Double(frameTime) * hertz / 1e9).rounded()
      if refreshes < 8 { counts[Int(refreshes)] += 1 }
    }
    let lengths = counts.indices.dropFirst().filter { counts[$0] * 10 >= screen.count }
    guard lengths.count > 1 else { return nil }
    return lengths.map { (Double($0) * 1000 / hertz).oneDecimal }.joined(separator: " or ") + " ms"
  }
}

extension QualityCheck {
  private static let parts = 8
  private static let framesOfPart = 480
  private static let leastOfDisplays = 48.0

  static let changingRefreshRate = QualityCheck(
    id: "changing-refresh-rate", severity: .warning,
    condition: """
      The refresh rate of the display is not declared, and the frames of different parts of the run fit different \
      refresh rates. To find a change of the refresh rate, Hitchmark divides the run into eight parts, and infers a \
      refresh rate from up to 480 frames of each part. At least two of the eight parts fit one refresh rate, and at \
      least two parts fit a refresh rate that is at least 15% higher. If a refresh rate is inferred for the whole run, \
      refresh rates of parts below 48 Hz do not count, because they are probably frame caps.
      """,
    withholds: "the metrics of hitches and missed refreshes, which need a single refresh rate"
  ) { evidence in
    let least: Double
    switch evidence.parameters.refreshRate {
    case .declared: return []
    case .inferred: least = leastOfDisplays
    case .unknown: least = 0
    }
    let rates = evidence.partRates.filter { $0 >= least }
    let lasting = rates.filter { rate in rates.count { $0 == rate } >= 2 }
    guard let lowest = lasting.min(), let highest = lasting.max(), highest >= 1.15 * lowest else {
      return []
    }
    var inOrder: [Double] = []
    for rate in lasting where !inOrder.contains(rate) { inOrder.append(rate) }
    let found = "the display's refresh rate seems to change between \(inOrder.hertz)"
    return [
      Strike(
        message: "\(found); hitches and missed refreshes are withheld; pass --refresh-rate",
        reason: "\(found); pass --refresh-rate", spoiled: [.refreshRate])
    ]
  }

  /// Common refresh rates of displays, the most likely first.
  private static let displays = [60.0, 120, 90, 144]

  static let cappedFrameRate = QualityCheck(
    id: "capped-frame-rate", severity: .note,
    condition: """
      The refresh rate of the display is not declared; Hitchmark infers from the frames a refresh rate below 48 Hz, of \
      which 60, 120, 90 or 144 Hz is a multiple. The program may limit its frame rate, and the display may refresh \
      faster than the inferred rate.
      """
  ) { evidence in
    guard let frames = evidence.frames?.frameTimes,
      case .inferred(let hertz, _) = evidence.parameters.refreshRate, hertz < leastOfDisplays,
      let display = displays.first(where: { $0.truncatingRemainder(dividingBy: hertz) == 0 })
    else { return [] }
    func reading(at hertz: Double) -> String {
      let hitches = frames.count { Hitch.isHitch($0, refreshRate: hertz) }
      let missed = Hitch.missedShare(of: frames, refreshRate: hertz).percentage
      return
        "at \(hertz.shortText) Hz there are \(hitches) hitch\(hitches == 1 ? "" : "es") and \(missed) missed refreshes"
    }
    return [
      Strike(
        message: """
          the refresh rate of \(hertz.shortText) Hz is inferred from the frames, and may be a frame \
          cap on a display of \(display.shortText) Hz: \(reading(at: hertz)), \
          \(reading(at: display)); pass --refresh-rate
          """)
    ]
  }

  /// The refresh rates that fit the eighths of the run, in order, without eighths whose refresh rate is unknown.
  static func partRates(of frameTimes: FrameTimes) -> [Double] {
    let length = frameTimes.count / parts
    return (0..<parts).compactMap { part in
      let start = part * length
      let times = frameTimes[start..<start + min(length, framesOfPart)]
      return RefreshRate.inferred(from: times).hertz
    }
  }
}

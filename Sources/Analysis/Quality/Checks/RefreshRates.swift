internal import Recordings
internal import Units

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
    guard let frames = evidence.screen ?? evidence.frames else { return [] }
    let least: Double
    switch evidence.parameters.refreshRate {
    case .declared: return []
    case .inferred: least = leastOfDisplays
    case .unknown: least = 0
    }
    let rates = partRates(of: frames.frameTimes).filter { $0 >= least }
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
  private static func partRates(of frameTimes: FrameTimes) -> [Double] {
    let length = frameTimes.count / parts
    return (0..<parts).compactMap { part in
      let start = part * length
      let times = frameTimes[start..<start + min(length, framesOfPart)]
      return RefreshRate.inferred(from: times).hertz
    }
  }
}

internal import Units

/// The refresh rate of the display, and whether it was declared or inferred from frame times.
public enum RefreshRate: Sendable, Hashable {
  /// Declared by an option, the suite, the run or the trace; in hertz, above 0.
  case declared(Double)
  /// Inferred: the frame times, or the times on the screen, are multiples of this refresh; in hertz.
  case inferred(Double, from: Times = .presents)
  /// Neither declared nor inferable from the frame times.
  case unknown

  /// What a refresh rate was inferred from.
  public enum Times: Sendable, Hashable {
    case presents
    case displays
  }

  /// The refresh rate of the display in hertz; `nil` if unknown.
  public var hertz: Double? {
    switch self {
    case .declared(let hertz), .inferred(let hertz, _): hertz
    case .unknown: nil
    }
  }

  /// The source of the display's refresh rate, as a word: declared, inferred or unknown.
  public var source: String {
    switch self {
    case .declared: "declared"
    case .inferred: "inferred"
    case .unknown: "unknown"
    }
  }

  public var origin: String {
    switch self {
    case .declared, .unknown: source
    case .inferred(_, .presents): "inferred from frame times"
    case .inferred(_, .displays): "inferred from display times"
    }
  }
}

extension RefreshRate {
  /// Common refresh rates of displays and compositors, in hertz.
  private static let common: [Double] = [
    24, 30, 48, 50, 60, 72, 75, 90, 100, 120, 144, 165, 240, 360,
  ]

  /// Further rates, which are inferred only from display times, because these are exact.
  private static let ofDisplays = (common + [85, 160, 170, 175, 180, 200, 280, 300, 480, 500, 540])
    .sorted()

  /// Infers the refresh rate from the times between displays; O(n).
  ///
  /// They are multiples of a refresh, and more exact than presents, but single refreshes may be rare: a rate is inferred
  /// if at least 90% of the times are within 1.5% of a refresh, or within 50 µs, of a multiple, their mean is within
  /// 0.7%, and at least half are single refreshes, or a tenth each last two different numbers of refreshes. If several
  /// rates qualify, the closest fit counts, and of equal ones the lowest. There must be at least 60 times.
  static func inferred(fromDisplays times: FrameTimes) -> RefreshRate {
    guard times.count >= 60 else { return .unknown }
    let fits = ofDisplays.compactMap {
      Lattice(hertz: $0, through: times, tolerance: max(0.015, 5e-5 * $0))
    }.filter { $0.isExact && ($0.isMostlySingle || $0.hasTwoLengths) }
    guard let best = fits.min(by: { $0.misfit < $1.misfit }) else { return .unknown }
    return .inferred(best.hertz, from: .displays)
  }

  /// Infers the refresh rate from frame times; O(n).
  ///
  /// Frames that wait for the display last a whole number of refreshes. A rate is inferred if at
  /// least 90% of the frame times are within 4% of a refresh of such a multiple, and at least half
  /// of them within 4% of one refresh. If several rates qualify, the closest fit counts. There must
  /// be at least 60 frames.
  static func inferred(from frameTimes: FrameTimes) -> RefreshRate {
    guard frameTimes.count >= 60 else { return .unknown }
    let typical = typicalFrameTime(of: frameTimes).seconds
    let near = common.filter { abs(typical * $0 - 1) < 0.1 }
    let fits = near.compactMap { Lattice(hertz: $0, through: frameTimes, tolerance: 0.04) }
      .filter(\.isMostlySingle)
    guard let best = fits.min(by: { $0.misfit < $1.misfit }) else { return .unknown }
    return .inferred(best.hertz)
  }

  /// The median of up to 500 frame times from all parts of the run.
  ///
  /// At least half of the frame times must be single refreshes, so the refresh is near the median.
  private static func typicalFrameTime(of frameTimes: FrameTimes) -> Nanoseconds {
    let step = (frameTimes.count + 499) / 500
    var sample: [Nanoseconds] = []
    sample.reserveCapacity(frameTimes.count / step + 1)
    for position in stride(from: frameTimes.startIndex, to: frameTimes.endIndex, by: step) {
      sample.append(frameTimes[position])
    }
    return sample.selectElement(at: sample.count / 2)
  }

  /// A refresh rate whose multiples the frame times are.
  private struct Lattice {
    let hertz: Double

    /// The mean distance of the frame times from the nearest multiple, in refreshes.
    let misfit: Double

    /// Whether at least half of the frame times are single refreshes.
    let isMostlySingle: Bool

    /// Whether two different numbers of refreshes have at least a tenth of the frame times each.
    let hasTwoLengths: Bool

    /// Whether the mean refresh of the fitting frame times is that of the rate.
    let isExact: Bool

    /// `nil` if over a tenth of the frame times are no multiples, within `tolerance` refreshes.
    init?(hertz: Double, through frameTimes: FrameTimes, tolerance: Double) {
      var missesLeft = frameTimes.count / 10
      // The numbers of frame times by their refreshes, up to seven.
      var lengths = [Int](repeating: 0, count: 8)
      var (distances, time, refreshCount) = (0.0, 0.0, 0.0)
      for frameTime in frameTimes {
        let refreshes = Double(frameTime) * hertz / 1e9
        let whole = max(refreshes.roundedToWhole, 1)
        let distance = abs(refreshes - whole)
        guard distance <= tolerance else {
          missesLeft -= 1
          if missesLeft < 0 { return nil }
          continue
        }
        distances += distance
        time += refreshes
        refreshCount += whole
        if whole < 8 { lengths[Int(whole)] += 1 }
      }
      self.hertz = hertz
      misfit = distances / Double(frameTimes.count - frameTimes.count / 10 + missesLeft)
      isMostlySingle = lengths[1] * 2 >= frameTimes.count
      hasTwoLengths = lengths.count { $0 * 10 >= frameTimes.count } >= 2
      isExact = abs(time / refreshCount - 1) < 0.007
    }
  }
}

extension Double {
  /// The nearest integer of a number from 0 to 2^53, halves rounded up.
  ///
  /// It avoids the library call that `rounded()` makes if the processor's instruction is not
  /// guaranteed.
  @inline(__always)
  var roundedToWhole: Double {
    let whole = Double(Int64(self))
    return self - whole < 0.5 ? whole : whole + 1
  }
}

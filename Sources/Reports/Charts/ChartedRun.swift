internal import Analysis
internal import Documents
internal import Units

/// A run that charts are drawn of.
struct ChartedRun {
  let name: String
  let parameters: Parameters
  let profile: RunProfile

  /// `nil` for a run whose profile was not kept.
  init?(_ run: RunSummary, named name: String) {
    guard let profile = run.profile else { return nil }
    self.name = name
    parameters = run.parameters
    self.profile = profile
  }

  /// Visits every frame in order.
  ///
  /// - Parameter visit: gets when the frame ends, in seconds since the run's first present, how long it
  ///   lasted, in milliseconds, and whether it begins a segment.
  func forEachFrame(_ visit: (Double, Double, Bool) -> Void) {
    profile.forEachFrame { visit($0.seconds, $1.milliseconds, $2) }
  }

  /// When each of some frames ends, in seconds; positions in ascending order.
  func ends(of positions: [Int]) -> [Double] { profile.ends(of: positions).map(\.seconds) }

  /// The time of one refresh in milliseconds; `nil` where no refresh rate is known.
  var refresh: Double? { parameters.refreshRate.hertz.map { 1000 / $0 } }

  /// The longest frame in milliseconds.
  var longest: Double { (profile.sorted.last ?? 0).milliseconds }
}

extension [ChartedRun] {
  /// The refresh rate, where all runs have the same.
  var refreshRate: Double? {
    let rates = Set(map(\.parameters.refreshRate.hertz))
    return rates.count == 1 ? rates.first ?? nil : nil
  }

  /// The time of the longest run in seconds.
  var span: Double { map(\.profile.span.seconds).max() ?? 0 }
}

/// Words and rules that charts of frame times share.
enum FrameTimes {
  static func text(_ milliseconds: Double) -> String {
    Printing(decimals: 1, showsUnit: true).text(Quantity(milliseconds, .milliseconds))
  }

  /// A frame time far above the usual one leaves no room for the rest, unless ratios count.
  ///
  /// - Parameter pools: the frame times that are drawn, each in ascending order.
  /// - Returns: a scale that starts at 0, or a logarithmic one.
  static func scale(for pools: [SortedFrameTimes]) -> Chart.Axis.Scale {
    let longest = pools.compactMap(\.last).max() ?? 0
    let usual = pools.map { $0.quantile(0.5) }.max() ?? 0
    return Double(longest) > 12 * usual ? .logarithmic : .fromZero
  }

  /// What a frame may take: one refresh, and two where a frame takes longer than that.
  ///
  /// - Parameters:
  ///   - hertz: the refresh rate.
  ///   - longest: the longest frame, in milliseconds.
  ///   - direction: the axis of the frame times.
  /// - Returns: nothing without a refresh rate.
  static func budget(
    _ hertz: Double?, longest: Double, along direction: Chart.Direction
  ) -> [Chart.Mark] {
    guard let hertz else { return [] }
    let refresh = 1000 / hertz
    var rules = [Chart.Rule(refresh, label: text(refresh))]
    if longest > refresh * 2 { rules.append(Chart.Rule(refresh * 2, label: text(refresh * 2))) }
    let name = "Budget: one or two refreshes of \(ParameterWording.plain(hertz)) Hz"
    return [Chart.Mark(.rules(rules, along: direction), ink: .strong, name: name)]
  }
}

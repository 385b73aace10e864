internal import Analysis
internal import Units

/// Says which parameters the figures of a table depend on.
enum ParameterWording {
  /// One sentence over all parameters that some metrics depend on, or `nil` when none does.
  ///
  /// Runs that differ are told apart by their values, joined with a slash.
  static func sentence(for metrics: [Metric], runs: [RunSummary]) -> String? {
    let needed = ParameterKey.allCases.filter { key in
      // Told together with the rate itself.
      key != .refreshRateSource && metrics.contains { $0.parameters.contains(key) }
    }
    let clauses = needed.compactMap { key -> String? in
      var settings: Set<[ParameterValue]> = []
      var known: Set<String> = []
      // Runs have few different settings: only those are turned into text.
      let different = runs.map(\.parameters).filter {
        settings.insert([$0[key], $0[.refreshRateSource]]).inserted
      }
      let values = different.map { text(of: key, in: $0) }.filter { known.insert($0).inserted }
      return values.isEmpty ? nil : "\(name(of: key)) \(values.joined(separator: " / "))"
    }
    return clauses.isEmpty ? nil : "Parameters: \(clauses.joined(separator: ", "))."
  }

  /// The remark of a table whose figures have these bases: none where nothing was computed.
  static func remarks(
    for metrics: [Metric], runs: [RunSummary], _ bases: BasisRemarks
  ) -> [String] {
    let sentence = bases.isMeasured ? sentence(for: metrics, runs: runs) : nil
    return sentence.map { [$0] } ?? []
  }

  /// A parameter's value with its unit; a refresh rate with how it is known.
  private static func text(of key: ParameterKey, in parameters: Parameters) -> String {
    let text = text(parameters[key], of: key)
    guard key == .refreshRate, parameters.refreshRate.hertz != nil else { return text }
    return "\(text) (\(parameters.refreshRate.source))"
  }

  private static func text(_ value: ParameterValue, of key: ParameterKey) -> String {
    switch value {
    case .text(let text): return text
    case .unknown: return "unknown"
    case .number(let number):
      switch key {
      case .refreshRate: return "\(plain(number)) Hz"
      case .inputLag, .instantaneousLimit: return "\(plain(number)) ms"
      case .stabilityTolerance: return "\(plain(number * 100))%"
      case .refreshRateSource, .points, .frames: return plain(number)
      }
    }
  }

  private static func name(of key: ParameterKey) -> String {
    switch key {
    case .refreshRate: "refresh rate"
    case .refreshRateSource: "refresh rate known as"
    case .inputLag: "input lag"
    case .instantaneousLimit: "instantaneous limit"
    case .stabilityTolerance: "stability tolerance"
    case .points: "frame-rate points"
    case .frames: "frames counted"
    }
  }

  static func plain(_ number: Double) -> String {
    let text = SpreadsheetRounding.text(number, decimals: 3)
    return String(text.reversed().drop { $0 == "0" }.drop { $0 == "." }.reversed())
  }
}

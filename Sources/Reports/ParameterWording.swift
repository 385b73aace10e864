internal import Analysis
internal import Recordings
internal import Units

/// States which parameters the figures of a table depend on.
enum ParameterWording {
  /// One sentence about the parameters that some metrics depend on; `nil` if there are none.
  ///
  /// If runs differ, their values are joined with a slash.
  static func sentence(for metrics: [Metric], runs: [RunSummary]) -> String? {
    let needed = ParameterKey.allCases.filter { key in
      // Printed together with the rate.
      key != .refreshRateSource && metrics.contains { $0.parameters.contains(key) }
    }
    let clauses = needed.compactMap { key -> String? in
      var settings: Set<[ParameterValue]> = []
      // Runs have few different settings: only these are formatted.
      let different = runs.map(\.parameters).filter {
        settings.insert([$0[key], $0[.refreshRateSource]]).inserted
      }
      let values = different.map { text(of: key, in: $0) }.distinct
      guard !values.isEmpty else { return nil }
      let joined = values.joined(separator: " / ")
      return key == .frames ? "\(joined) frames" : "\(name(of: key)) \(joined)"
    }
    return clauses.isEmpty ? nil : "Parameters: \(clauses.joined(separator: ", "))."
  }

  /// The remarks of a table whose figures have these bases; empty if nothing was computed.
  static func remarks(
    for metrics: [Metric], runs: [RunSummary], _ bases: BasisRemarks
  ) -> [String] {
    let sentence = bases.isMeasured ? sentence(for: metrics, runs: runs) : nil
    return sentence.map { [$0] } ?? []
  }

  /// A parameter's value with its unit; a refresh rate with its source.
  private static func text(of key: ParameterKey, in parameters: Parameters) -> String {
    let text = text(parameters[key], of: key)
    guard key == .refreshRate, parameters.refreshRate.hertz != nil else { return text }
    return "\(text) (\(parameters.refreshRate.source))"
  }

  private static func text(_ value: ParameterValue, of key: ParameterKey) -> String {
    switch value {
    case .text(let text): return key == .refreshRange ? "\(text) Hz" : text
    case .unknown: return "unknown"
    case .number(let number):
      switch key {
      case .refreshRate: return "\(plain(number)) Hz"
      case .inputLag, .instantaneousLimit, .hitchTau, .hitchDelta: return "\(plain(number)) ms"
      case .stabilityTolerance: return "\(plain(number * 100))%"
      case .refreshRateSource, .points, .frames, .refreshRange, .hitchPower: return plain(number)
      }
    }
  }

  private static func name(of key: ParameterKey) -> String {
    switch key {
    case .refreshRate: "refresh rate"
    case .refreshRateSource: "source of the refresh rate"
    case .inputLag: "input lag"
    case .instantaneousLimit: "instantaneous limit"
    case .stabilityTolerance: "stability tolerance"
    case .points: "point window"
    case .frames: "frames"
    case .refreshRange: "refresh range"
    case .hitchTau: "τ (lateness with weight 1) of weighted hitches"
    case .hitchPower: "exponent of the lateness of weighted hitches"
    case .hitchDelta: "δ (ignored lateness) of weighted hitches"
    }
  }

  /// What a parameter states, for a sentence about a metric that depends on it.
  static func meaning(of key: ParameterKey) -> String {
    switch key {
    case .refreshRate: "the display's refresh rate"
    case .refreshRateSource: "whether this refresh rate is declared or inferred from the frames"
    case .inputLag: "the input lag that response times assume"
    case .instantaneousLimit: "the longest response time that feels instantaneous"
    case .stabilityTolerance: "the largest deviation of the frame rate that counts as stable"
    case .points: "the windows of the run in which frame rates are computed"
    case .frames: "the kinds of frames that metrics count"
    case .refreshRange: "the range of the display's refresh rate"
    case .hitchTau: "the lateness, beyond the ignored part, that has the weight 1"
    case .hitchPower: "the exponent of the lateness in the weighted hitch time"
    case .hitchDelta: "the part of each frame's lateness that is ignored"
    }
  }

  static func plain(_ number: Double) -> String {
    let text = SpreadsheetRounding.text(number, decimals: 3)
    return String(text.reversed().drop { $0 == "0" }.drop { $0 == "." }.reversed())
  }
}

/// The sentences below a table about values that were not computed from a trace.
///
/// Equal bases share a sentence, so that cells are plain numbers.
struct BasisRemarks {
  /// The position of a value in the table, and its trustworthiness.
  private struct Entry {
    let row: String
    let column: String
    let basis: MetricValue.Basis
  }

  private var entries: [Entry] = []

  /// Adds the values of one row.
  ///
  /// Missing values have no basis.
  mutating func add(
    row: String, _ values: [(column: String, value: Known<Double>, MetricValue.Basis)]
  ) {
    entries += values.filter { $0.value.value != nil }.map {
      Entry(row: row, column: $0.column, basis: $0.2)
    }
  }

  /// Whether any value was computed from a trace.
  var isMeasured: Bool { entries.contains { $0.basis == .measured } }

  /// The sentences; empty if all values were measured.
  var sentences: [String] {
    [MetricValue.Basis.reported, .recorded].compactMap { basis in
      guard let words = basis.note, entries.contains(where: { $0.basis == basis }) else {
        return nil
      }
      return "\(places(of: basis)): \(words)."
    }
  }

  /// "All values", rows by their names, or single cells by row and column.
  private func places(of basis: MetricValue.Basis) -> String {
    if entries.allSatisfy({ $0.basis == basis }) { return "All values" }
    let mixedRows = Set(entries.lazy.filter { $0.basis != basis }.map(\.row))
    return entries.filter { $0.basis == basis }
      .map { mixedRows.contains($0.row) ? "\($0.row), \($0.column)" : $0.row }
      .distinct.joined(separator: "; ")
  }
}

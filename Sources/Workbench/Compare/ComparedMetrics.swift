internal import Analysis
internal import Decoding
internal import Recordings
internal import Units

/// The metrics of a comparison.
///
/// These are the metrics that the user names, otherwise the rows of the suite's tables, otherwise those that both sides
/// have. Each tail of frame times is followed by the share of late frames that judges it.
struct ComparedMetrics {
  let ids: [Metric.ID]
  private let asked: [Metric.ID]
  /// Selects among the metrics of the runs; `nil` if the user or the suite names the rows.
  private let rows: ComparisonRows?
  private let suite: FoundSuite?
  private let floors: NoiseFloorOptions
  private let mixesGeneratedFrames: Bool

  /// Prepares the selection of the metrics to compare.
  ///
  /// - Parameters:
  ///   - asked: the metrics on the command line.
  ///   - suite: the suite with rows and noise floors, if there is one.
  ///   - measures: measures of the runs that are not in the catalog.
  ///   - floors: noise floors of the command line, which replace those of the suite.
  ///   - mixesGeneratedFrames: whether frame rates of runs with and without generated frames are compared.
  init(
    asked: [Metric.ID], suite: FoundSuite?, measures: [OwnMeasure] = [],
    floors: NoiseFloorOptions = NoiseFloorOptions(), mixesGeneratedFrames: Bool = false
  ) {
    self.asked = asked
    self.mixesGeneratedFrames = mixesGeneratedFrames
    self.suite = suite
    self.floors = floors
    let named = asked.isEmpty ? suite?.description.metrics ?? [] : asked
    rows =
      named.isEmpty ? ComparisonRows(isSuite: suite != nil, measures: measures) : nil
    ids = Self.withShares(
      (rows?.candidates ?? named) + GeneratedFrames.metrics + SpreadComparison.metrics)
  }

  /// The metrics with the shares of late frames that judge them.
  private static func withShares(_ ids: [Metric.ID]) -> [Metric.ID] {
    let shares = ids.compactMap { id in Metric.all.first { $0.id == id }?.refreshSteps?.share }
    return (ids + shares).distinct
  }

  /// The metrics to compare, in the requested order.
  ///
  /// A share of late frames is included only if both sides have it.
  ///
  /// - Throws: if a requested metric does not exist, or a noise floor is invalid.
  func chosen(
    from reference: [RunSummary], _ candidate: [RunSummary]
  ) throws -> [Metric] {
    let all = (reference + candidate).flatMap { $0.values.map(\.metric) }
    let found = Dictionary(all.map { ($0.id, $0) }) { first, _ in first }
    for id in asked where found[id] == nil {
      throw Failure.unknownMetric(
        id, nearest: id.nearest(among: Metric.all.map(\.id) + found.keys.sorted()))
    }
    func sides(_ id: Metric.ID) -> Int {
      [reference, candidate].count { runs in runs.contains { $0[id]?.value.value != nil } }
    }
    let isTimed = (reference + candidate).contains { $0.description.testDuration != nil }
    let isBare = suite == nil && !isTimed
    // The user decides how long a bare capture lasts, so its length says nothing about the program.
    let usual = rows?.shown(sides).filter { !isBare || $0 != "duration" }
    let named = usual ?? asked.nonEmpty ?? suite?.description.metrics ?? []
    let generated = GeneratedFrames(among: reference + candidate)
    let shown = mixesGeneratedFrames ? named : generated.completed(named) { found[$0] }
    let floored = try noiseFloors(of: found)
    return Self.withShares(shown).filter { shown.contains($0) || sides($0) == 2 }
      .compactMap { floored[$0] ?? found[$0] }.map { isBare ? $0.ofBareCaptures : $0 }
  }

  /// The metrics to which the suite or the command line gives noise floors.
  private func noiseFloors(of found: [Metric.ID: Metric]) throws -> [Metric.ID: Metric] {
    var metrics: [Metric] = []
    do throws(LimitProblem) {
      if let suite {
        let others = Set(suite.description.thresholds.noiseFloors.keys).subtracting(found.keys)
        metrics = try Metric.withNoiseFloors(
          of: suite.description, named: { found[$0] }, passingOver: others)
      }
      let asked = try floors.over([:], of: [nil]) { id in
        found[id] ?? Metric.all.first { $0.id == id }
      }
      metrics += asked[nil] ?? []
    } catch {
      throw LimitChecks.failure(error, titles: [], suiteFile: suite?.file)
    }
    return Dictionary(metrics.map { ($0.id, $0) }) { _, last in last }
  }
}

extension Array {
  fileprivate var nonEmpty: [Element]? { isEmpty ? nil : self }
}

extension RunSummary {
  /// The date in `run.json` or the trace, or the time in the file's name, as CapFrameX and MangoHud write it.
  var timeOfMeasurement: SessionDesign.RunTime {
    let named = [origin.source, name].lazy.compactMap { Instant(inName: $0) }.first
    guard let date = description.date else {
      return named.map { .known($0.milliseconds) } ?? .unknown
    }
    // A date without a time of day does not tell which of two runs came first.
    let hasTime = date.contains(":") || !date.contains { "-./".contains($0) }
    if hasTime || named == nil, let instant = Instant(date) { return .known(instant.milliseconds) }
    return named.map { .known($0.milliseconds) } ?? .impossible(date.harmless)
  }
}

extension Instant {
  /// Finds a date and time of day in the name of a file, such as `game_2024-11-08_13-45-10.csv` or
  /// `CapFrameX-game.exe-2024-05-10T205432.json`; `nil` without one.
  init?(inName name: String) {
    let file = name.split(separator: "/").last ?? ""
    let groups = file.split { !$0.isASCII || !$0.isNumber }
    for start in groups.indices {
      var digits = ""
      var end = file.startIndex
      for group in groups[start...] where digits.count < 14 {
        // A few signs separate the parts of a date; more separate a date from something else.
        if !digits.isEmpty, file.distance(from: end, to: group.startIndex) > 2 { break }
        digits += group
        end = group.endIndex
      }
      if digits.count == 14, digits.hasPrefix("19") || digits.hasPrefix("20"),
        let instant = Instant(dateDigits: Array(digits))
      {
        self = instant
        return
      }
    }
    return nil
  }

  /// Year, month, day, hour, minute and second as 14 digits.
  private init?(dateDigits digits: [Character]) {
    func part(_ range: Range<Int>) -> String { String(digits[range]) }
    let date = "\(part(0..<4))-\(part(4..<6))-\(part(6..<8))"
    self.init("\(date)T\(part(8..<10)):\(part(10..<12)):\(part(12..<14))")
  }
}

internal import Decoding
internal import Recordings
internal import Units

extension SuiteFile {
  /// Reads the limits and comparisons that `hitchmark check` enforces, from `thresholds`.
  ///
  /// Whether metrics and values are valid is checked later, where the metrics are known.
  ///
  /// - Parameter stages: the stages that may be named; any stage if the list is empty.
  static func thresholds(
    _ file: inout DescribedObject, among stages: [SuiteDescription.Stage]
  ) throws(DescriptionProblem) -> Thresholds {
    guard var object = try file.object("thresholds") else { return Thresholds() }
    var thresholds = Thresholds()
    for limit in try object.objects("limits") {
      thresholds.limits.append(try self.limit(limit, among: stages))
    }
    for pair in try object.objects("comparisons") {
      var pair = pair
      thresholds.comparisons.append(
        Thresholds.Pair(
          from: try requiredStage("from", of: &pair, among: stages),
          to: try requiredStage("to", of: &pair, among: stages)))
      try pair.finish()
    }
    if var floors = try object.object("noise_floors") {
      thresholds.noiseFloors = try floors.remainingTexts()
    }
    thresholds.tripWire = try tripWire(&object)
    try object.finish()
    return thresholds
  }

  /// Reads how much worse one session must be to prove a regression, as a fraction of the level; `nil` if the key is
  /// missing.
  private static func tripWire(
    _ object: inout DescribedObject
  ) throws(DescriptionProblem) -> Double? {
    guard let text = try object.text("trip_wire") else { return nil }
    guard let share = try? Quantity(text, in: .fraction).value, share > 0, share.isFinite else {
      throw .wrongValue(
        path: object.place(of: "trip_wire"), found: "\"\(shortened(text))\"",
        wanted: "a percentage above 0, such as \"40%\"")
    }
    return share
  }

  private static func limit(
    _ entry: DescribedObject, among stages: [SuiteDescription.Stage]
  ) throws(DescriptionProblem) -> Thresholds.Limit {
    var entry = entry
    let metric = try entry.requiredText("metric")
    let bound = try entry.requiredText("limit")
    let stage = try entry.text("stage")
    if let stage, !stages.isEmpty {
      try require(stage, at: entry.place(of: "stage"), among: stages)
    }
    try entry.finish()
    return Thresholds.Limit(metric: metric, bound: bound, stage: stage)
  }

  private static func requiredStage(
    _ key: String, of entry: inout DescribedObject, among stages: [SuiteDescription.Stage]
  ) throws(DescriptionProblem) -> String {
    let stage = try entry.requiredText(key)
    if !stages.isEmpty { try require(stage, at: entry.place(of: key), among: stages) }
    return stage
  }
}

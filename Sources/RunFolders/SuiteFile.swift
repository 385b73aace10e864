internal import Decoding
internal import Recordings
internal import Units

/// The contents of a file `suite.json`, which describes a suite.
struct SuiteFile {
  let description: SuiteDescription

  /// Parses a `suite.json`, which may contain comments and trailing commas.
  ///
  /// Unknown keys and references to unlisted stages are errors.
  ///
  /// - Parameter id: the name of the folder.
  init(_ bytes: [UInt8], id: String) throws(DescriptionProblem) {
    var file = try DescribedObject(bytes)
    var suite = SuiteDescription(id: id, title: try file.text("title"))
    suite.about = try file.text("about")
    suite.provenance = try file.text("provenance")
    suite.metrics = try file.texts("metrics")
    if var parameters = try file.object("parameters") {
      suite.parameters = try parameters.remainingTexts()
    }
    suite.measures = try Self.measures(&file)
    suite.sweep = try Self.sweep(&file)
    suite.stages = try Self.stages(&file, sweep: suite.sweep)
    suite.best = try Self.stage("best", of: suite, in: &file)
    suite.worst = try Self.stage("worst", of: suite, in: &file)
    suite.thresholds = try Self.thresholds(&file, among: suite.stages)
    suite.measuring = try Self.measuring(&file)
    suite.endResult = try Self.stage("end_result", of: suite, in: &file)
    try file.finish()
    description = suite
  }

  private static func stage(
    _ key: String, of suite: SuiteDescription, in file: inout DescribedObject
  ) throws(DescriptionProblem) -> String? {
    guard let stage = try file.text(key) else { return nil }
    try require(stage, at: file.place(of: key), among: suite.stages)
    return stage
  }

  static func require(
    _ stage: String, at path: String, among stages: [SuiteDescription.Stage]
  ) throws(DescriptionProblem) {
    let known = stages.map(\.id)
    if !known.contains(stage) {
      throw .unknownStage(path: path, stage: stage, known: known)
    }
  }
}

extension SuiteFile {
  /// Reads the stages of a suite, in the order of the file.
  ///
  /// - Parameter sweep: the variable of the suite, if it has one.
  static func stages(
    _ file: inout DescribedObject, sweep: SuiteDescription.Sweep?
  ) throws(DescriptionProblem) -> [SuiteDescription.Stage] {
    var stages: [SuiteDescription.Stage] = []
    var baselines: [(path: String, stage: String)] = []
    var ids: Set<String> = []
    var cases: [SuiteDescription.Stage.CaseKey: String] = [:]
    for entry in try file.objects("stages") {
      var entry = entry
      var stage = try stage(&entry, sweep: sweep)
      guard ids.insert(stage.id).inserted else {
        throw .repeatedStage(path: entry.place(of: "id"), stage: stage.id)
      }
      if let key = stage.caseKey, let twin = cases.updateValue(stage.id, forKey: key) {
        throw .repeatedCase(path: entry.place(of: "id"), stage: stage.id, twin: twin)
      }
      if let baseline = stage.baseline {
        baselines.append((entry.place(of: "baseline"), baseline))
      }
      stage.note = try entry.text("note")
      stage.measuring = try measuring(&entry)
      try entry.finish()
      stages.append(stage)
    }
    for baseline in baselines {
      try require(baseline.stage, at: baseline.path, among: stages)
    }
    return stages
  }

  private static func stage(
    _ entry: inout DescribedObject, sweep: SuiteDescription.Sweep?
  ) throws(DescriptionProblem) -> SuiteDescription.Stage {
    let id = try entry.requiredText("id")
    let title = try entry.text("title")
    var stage = SuiteDescription.Stage(id: id, title: id, baseline: try entry.text("baseline"))
    stage.testCase = try entry.text("case")
    stage.variant = try entry.text("variant")
    stage.at = try entry.number("at")
    if stage.at != nil, sweep == nil { throw .missingKey(path: "sweep") }
    if stage.at == nil, (stage.testCase == nil) != (stage.variant == nil) {
      throw .missingKey(path: entry.place(of: stage.variant == nil ? "variant" : "case"))
    }
    stage.title = title ?? stage.titleOfParts(sweep) ?? id
    return stage
  }
}

extension SuiteDescription.Stage {
  /// Two stages with equal case, variant and value would share a cell of a table.
  fileprivate struct CaseKey: Hashable {
    let testCase: String?
    let variant: String?
    let at: Double?
  }

  /// The cell of a table that the stage has; `nil` if it has none of its own.
  fileprivate var caseKey: CaseKey? {
    variant == nil && at == nil ? nil : CaseKey(testCase: testCase, variant: variant, at: at)
  }

  /// The title of a stage for which `suite.json` has none: its case, variant and value; `nil` if it has none of these.
  fileprivate func titleOfParts(_ sweep: SuiteDescription.Sweep?) -> String? {
    let value = at.map { at in
      let number = at == at.rounded() && at.magnitude < 1e15 ? String(Int64(at)) : String(at)
      return [number, sweep?.unit ?? sweep?.title.lowercased()].compactMap(\.self)
        .joined(separator: " ")
    }
    let parts = [testCase, variant, value].compactMap(\.self)
    return parts.isEmpty ? nil : parts.joined(separator: ", ")
  }
}

extension SuiteFile {
  /// Reads the measures that the suite declares, in the order of their names.
  static func measures(
    _ file: inout DescribedObject
  ) throws(DescriptionProblem) -> [OwnMeasure] {
    guard var object = try file.object("measures") else { return [] }
    var measures: [OwnMeasure] = []
    for (name, entry) in try object.remainingObjects() {
      var entry = entry
      let unit = Unit(named: try entry.requiredText("unit"))
      let title = try entry.text("title")
      let lowerIsBetter = try entry.direction()
      let digits = try entry.number("digits", wanted: "a whole number from 0 to 6") {
        (0...6).contains($0) && $0 == $0.rounded()
      }
      let budget = try budget(&entry, in: unit)
      try entry.finish()
      measures.append(
        OwnMeasure(
          name: name, title: title, unit: unit, lowerIsBetter: lowerIsBetter,
          digits: digits.map { Int($0) }, budget: budget))
    }
    return measures
  }

  private static func budget(
    _ entry: inout DescribedObject, in unit: Unit
  ) throws(DescriptionProblem) -> OwnMeasure.Budget? {
    guard let text = try entry.text("budget") else { return nil }
    let isTime = Quantity(1, .milliseconds).converted(to: unit) != nil
    if text == "refresh", isTime { return .refresh }
    do throws(QuantityTextError) {
      return .value(try Quantity(text, in: unit).value)
    } catch {
      let value = "a value with its unit, such as \"16 \(unit.symbol)\""
      throw .wrongValue(
        path: entry.place(of: "budget"), found: "\"\(shortened(text))\"",
        wanted: isTime ? "\"refresh\", or \(value)" : value)
    }
  }

  /// Reads the quantity that the suite varies from stage to stage, from `sweep`; `nil` if the key is missing.
  static func sweep(
    _ file: inout DescribedObject
  ) throws(DescriptionProblem) -> SuiteDescription.Sweep? {
    guard var object = try file.object("sweep") else { return nil }
    let sweep = SuiteDescription.Sweep(
      title: try object.requiredText("title"), unit: try object.text("unit"))
    try object.finish()
    return sweep
  }
}

extension DescribedObject {
  /// Reads the direction of a measure from `better`: whether lower is better; `nil` if the key is missing.
  mutating func direction() throws(DescriptionProblem) -> Bool? {
    switch try text("better") {
    case nil: return nil
    case "lower": return true
    case "higher": return false
    case .some(let word):
      throw .wrongValue(
        path: place(of: "better"), found: "\"\(shortened(word))\"",
        wanted: "\"lower\" or \"higher\"")
    }
  }
}

extension Unit {
  init(named name: String) {
    let known: [Unit] = [.count, .fraction, .framesPerSecond]
    self = known.first { $0.id == name.lowercased() } ?? Unit(id: name)
  }
}

extension SuiteFile {
  /// Reads how `hitchmark run` measures a suite or a stage, from `run`.
  ///
  /// - Parameter object: the whole file, or a stage.
  /// - Throws: what is wrong with it.
  static func measuring(
    _ object: inout DescribedObject
  ) throws(DescriptionProblem) -> SuiteDescription.Measuring {
    var measuring = SuiteDescription.Measuring()
    guard var run = try object.object("run") else { return measuring }
    measuring.command = try run.texts("command")
    measuring.beforeEach = try run.texts("before_each")
    measuring.settle = try run.number("settle_s", wanted: "a number of seconds from 0 to 86400") {
      (0...86_400).contains($0)
    }
    measuring.timeout = try run.number(
      "timeout_s", wanted: "a number of seconds above 0, at most a year (31536000)"
    ) { $0 > 0 && $0 <= 31_536_000 }
    try run.finish()
    return measuring
  }
}

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

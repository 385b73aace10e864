internal import Decoding
internal import Recordings

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

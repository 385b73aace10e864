internal import Analysis
internal import Documents
internal import Recordings
internal import Units

// The cells that `compare` and `check` print for a metric: equal digits, units and signs.

extension MetricComparison {
  /// The cells with the levels of the reference and the candidate.
  ///
  /// - Parameters:
  ///   - printing: includes the unit if no heading names it.
  ///   - missing: the reason for a side without values.
  func levelCells(_ printing: Printing, missing: String) -> [Cell] {
    let own = [referenceMean, candidateMean]
    let levels = evidence.value?.levels
    let shown = [levels?.reference ?? own[0], levels?.candidate ?? own[1]]
    return zip(own, shown).map { mean, level in
      guard let mean, let level else { return .missing(missing) }
      let texts = [mean, level].map { printing.text(Quantity($0, metric.unit)) }
      let cell = Cell.quantity(Quantity(level, metric.unit), printing)
      if texts[0] == texts[1] { return cell }
      return cell.noted("the mean of the runs on this side of the comparison is \(texts[0])")
    }
  }

  /// The change; `~` if it is neither proved nor probable.
  ///
  /// Without a verdict it is the plain difference with the reason.
  var changeCell: Cell {
    guard let evidence = evidence.value else {
      let reason = self.evidence.reason ?? "not judged"
      guard let change = plainChange else { return .missing(reason) }
      return .quantity(
        metric.changeQuantity(change.effect, isRelative: change.isRelative),
        metric.changePrinting(isRelative: change.isRelative), notes: [reason])
    }
    let quantity = metric.changeQuantity(evidence.effect, isRelative: evidence.isRelative)
    if verdict == .inconclusive || verdict == nil, !isProbable {
      return .unproven(quantity, interval: evidence.interval)
    }
    return .quantity(
      quantity, metric.changePrinting(isRelative: evidence.isRelative), emphasis: emphasis,
      notes: meansRemark.map { [$0] } ?? [])
  }

  /// Why there is no evidence, and how to compare anyway; empty if there is evidence.
  var withheldReason: String {
    let reason = evidence.reason ?? ""
    return refusal == .generatedFrames
      ? "\(reason); --mix-generated-frames compares the frame rates anyway" : reason
  }

  /// What takes the place of a verdict, if there is none.
  var wordWithoutVerdict: String {
    if refusal != nil { return "not compared" }
    return plainChange == nil ? "" : "not judged"
  }

  /// Better or worse if that is proved.
  var emphasis: Cell.Emphasis {
    switch verdict {
    case .improved: .better
    case .regressed: .worse
    case .unchanged, .inconclusive, nil: .plain
    }
  }

  /// Why the change does not agree with the two levels; `nil` if it does, within half a noise
  /// floor.
  private var meansRemark: String? {
    guard let evidence = evidence.value, evidence.levels == nil, let change,
      let before = referenceMean
    else { return nil }
    let ofMeans = evidence.isRelative && before > 0 ? change / before : change
    guard (ofMeans - evidence.effect).magnitude > noiseFloor / 2 else { return nil }
    let text = metric.changeText(ofMeans, isRelative: evidence.isRelative)
    return "the median change; the means differ by \(text), because outliers affect means more"
  }
}

extension Metric {
  /// The format of the size of a change, without sign.
  func sizePrinting(isRelative: Bool) -> Printing {
    if isRelative { return Printing(isBrief: true) }
    return Printing(
      decimals: digits, showsUnit: true, isScaled: isScaled,
      streamDigits: streamDigits, isInPoints: unit == .fraction,
      isBrief: unit == .fraction)
  }
}

extension Comparison {
  /// The names of the two sides: abbreviated commits, and of paths the last part that differs.
  var headings: (reference: String, candidate: String) {
    let names = [reference.name.shortCommit, candidate.name.shortCommit]
    let parts = names.map { Array($0.split(separator: "/").map(String.init).reversed()) }
    let count = parts.map(\.count).min() ?? 0
    guard let place = (0..<count).first(where: { parts[0][$0] != parts[1][$0] }) else {
      return (names[0], names[1])
    }
    return (parts[0][place], parts[1][place])
  }
}

extension ComparisonVerdict {
  /// The verdict in a word.
  var word: String {
    switch self {
    case .improved: "better"
    case .regressed: "worse"
    case .unchanged, .inconclusive: rawValue
    }
  }
}

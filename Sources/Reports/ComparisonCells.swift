internal import Analysis
internal import Documents
internal import Recordings
internal import Units

// What `compare` and `check` print of a compared metric: the same digits, units and signs.

extension MetricComparison {
  /// The levels of the reference and the candidate, between which the change lies.
  ///
  /// - Parameters:
  ///   - printing: with the unit where no heading names it.
  ///   - missing: what to say of a side without values.
  /// - Returns: two cells.
  func levelCells(_ printing: Printing, missing: String) -> [Cell] {
    let own = [referenceMean, candidateMean]
    let levels = evidence.value?.levels
    let shown = [levels?.reference ?? own[0], levels?.candidate ?? own[1]]
    return zip(own, shown).map { mean, level in
      guard let mean, let level else { return .missing(missing) }
      let texts = [mean, level].map { printing.text(Quantity($0, metric.unit)) }
      let cell = Cell.quantity(Quantity(level, metric.unit), printing)
      if texts[0] == texts[1] { return cell }
      return cell.noted("the mean of the side's own runs is \(texts[0])")
    }
  }

  /// The change: `~` if it is not proved, and without a verdict the plain difference with the reason.
  var changeCell: Cell {
    guard let evidence = evidence.value else {
      let reason = self.evidence.reason ?? "not judged"
      guard let change = plainChange else { return .missing(reason) }
      return .quantity(
        metric.changeQuantity(change.effect, isRelative: change.isRelative),
        metric.changePrinting(isRelative: change.isRelative), notes: [reason])
    }
    let quantity = metric.changeQuantity(evidence.effect, isRelative: evidence.isRelative)
    switch verdict {
    case .improved, .regressed, .unchanged:
      return .quantity(
        quantity, metric.changePrinting(isRelative: evidence.isRelative), emphasis: emphasis,
        notes: meansRemark.map { [$0] } ?? [])
    case .inconclusive, nil: return .unproven(quantity, interval: evidence.interval)
    }
  }

  /// Better or worse if that is proved.
  var emphasis: Cell.Emphasis {
    switch verdict {
    case .improved: .better
    case .regressed: .worse
    case .unchanged, .inconclusive, nil: .plain
    }
  }

  /// Why the change does not agree with the two levels beside it; `nil` if it does, within half a noise floor.
  private var meansRemark: String? {
    guard let evidence = evidence.value, evidence.levels == nil, let change,
      let before = referenceMean
    else { return nil }
    let ofMeans = evidence.isRelative && before > 0 ? change / before : change
    guard (ofMeans - evidence.effect).magnitude > noiseFloor / 2 else { return nil }
    let text = metric.changeText(ofMeans, isRelative: evidence.isRelative)
    return "the typical change; the means, which single runs far from the others move, differ by "
      + text
  }
}

extension Metric {
  /// How the size of a change is printed, without a sign for its direction.
  func sizePrinting(isRelative: Bool) -> Printing {
    if isRelative { return .table }
    return Printing(
      decimals: unit == .fraction ? 2 : digits, showsUnit: true, isScaled: isScaled,
      streamDigits: streamDigits, isInPoints: unit == .fraction)
  }
}

extension Comparison {
  /// What the columns of the two sides are called: commits are abbreviated, and of long paths only the end is shown that
  /// tells the two apart.
  var headings: (reference: String, candidate: String) {
    let names = [reference.name.shortCommit, candidate.name.shortCommit]
    let parts = names.map { $0.split(separator: "/").map(String.init) }
    let longest = max(parts[0].count, parts[1].count)
    let ends = (1...max(longest, 1)).lazy.map { count in
      parts.map { $0.suffix(count).joined(separator: "/") }
    }
    guard names.contains(where: { $0.count > Self.longestHeading }),
      let told = ends.first(where: { $0[0] != $0[1] })
    else { return (names[0], names[1]) }
    return (told[0], told[1])
  }

  private static let longestHeading = 24
}

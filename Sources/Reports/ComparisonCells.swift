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
    levels.map { level in
      level.map { .quantity(Quantity($0, metric.unit), printing) } ?? .missing(missing)
    }
  }

  /// The values that the change is between: the means of both sides, unless the method compares others or the means
  /// contradict the change.
  private var levels: [Double?] {
    let levels = evidence.value?.levels ?? mediansAgainstMeans
    return [levels?.reference ?? referenceMean, levels?.candidate ?? candidateMean]
  }

  /// The means of both sides, `69.9 FPS → 64.5 FPS`, if others are printed as the levels.
  var meansText: String? {
    let printing = metric.printingWithUnit
    let means = [referenceMean, candidateMean].compactMap {
      $0.map { printing.text(Quantity($0, metric.unit)) }
    }
    let shown = levels.compactMap { $0.map { printing.text(Quantity($0, metric.unit)) } }
    return means == shown ? nil : means.joined(separator: " → ")
  }

  /// The change, whatever the verdict; without evidence, the plain difference with the reason.
  var changeCell: Cell {
    guard let evidence = evidence.value else {
      let reason = self.evidence.reason ?? "not judged"
      guard let change = plainChange else { return .missing(reason) }
      return .quantity(
        metric.changeQuantity(change.effect, isRelative: change.isRelative),
        metric.changePrinting(isRelative: change.isRelative), notes: [reason])
    }
    return .quantity(
      metric.changeQuantity(evidence.effect, isRelative: evidence.isRelative),
      metric.changePrinting(isRelative: evidence.isRelative),
      emphasis: emphasis)
  }

  /// The change of the means, if it differs from the median change by more than half a noise floor.
  var meansChangeText: String? {
    guard let evidence = evidence.value, evidence.levels == nil, let change,
      let before = referenceMean
    else { return nil }
    let ofMeans = evidence.isRelative && before > 0 ? change / before : change
    guard (ofMeans - evidence.effect).magnitude > noiseFloor / 2 else { return nil }
    return metric.changeText(ofMeans, isRelative: evidence.isRelative)
  }

  /// Why there is no evidence, and how to compare anyway; empty if there is evidence.
  var withheldReason: String {
    let reason = evidence.reason ?? ""
    return refusal == .generatedFrames
      ? "\(reason); --mix-generated-frames compares the frame rates anyway" : reason
  }

  var word: String {
    switch verdict {
    case .improved: "better"
    case .regressed: "worse"
    case .changed: "changed"
    case .unchanged: "unchanged"
    case .suspect where direction == .regressed: "maybe worse"
    case .suspect where direction == .improved: "maybe better"
    case .suspect: "maybe changed"
    case .inconclusive: "unclear"
    case nil: refusal != nil ? "not compared" : plainChange == nil ? "" : "not judged"
    }
  }

  /// Better or worse if that is proved.
  var emphasis: Cell.Emphasis {
    switch verdict {
    case .improved: .better
    case .regressed: .worse
    case .changed, .unchanged, .suspect, .inconclusive, nil: .plain
    }
  }
}

extension Cell {
  /// The cell without remarks, for tables whose remarks are elsewhere.
  var withoutNotes: Cell {
    if case .missing = content { return .text("–", emphasis: .muted) }
    return Cell(content, emphasis: emphasis)
  }

  /// The cell without highlighting, in a row that has it elsewhere.
  var withoutEmphasis: Cell { Cell(content, notes: notes) }
}

extension Metric {
  /// The title in few words: `Frame time (p99)`, `CPU usage`.
  ///
  /// The names that other tools and suites give to their metrics stay whole.
  var brief: String {
    var text = words
    guard Metric.all.contains(where: { $0.id == id }) else { return text }
    for suffix in ["th", "st", "nd", "rd"] {
      guard let end = text.firstRange(of: "\(suffix) percentile)"),
        let start = text[..<end.lowerBound].lastIndex(of: "(")
      else { continue }
      text.replaceSubrange(end, with: ")")
      text.insert("p", at: text.index(after: start))
    }
    let average = "Average "
    guard text.hasPrefix(average), !text.hasPrefix("Average of ") else { return text }
    return String(text.dropFirst(average.count)).capitalizedFirst
  }

  /// Both ends of an interval, with the unit once: `−59.8 … −22.0%`.
  func intervalText(_ range: ClosedRange<Double>, isRelative: Bool) -> String {
    let ends = [range.lowerBound, range.upperBound].map { changeText($0, isRelative: isRelative) }
    let units = ends.map { $0.drop { !" %".contains($0) } }
    let first = units[0] == units[1] ? ends[0].dropLast(units[0].count) : Substring(ends[0])
    return "\(first) … \(ends[1])"
  }

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
  /// The names of the two sides: abbreviated commits, and of paths the last part that differs, without what two long
  /// names share.
  var headings: (reference: String, candidate: String) {
    let names = [reference.name.shortCommit, candidate.name.shortCommit]
    let parts = names.map { Array($0.split(separator: "/").map(String.init).reversed()) }
    let count = parts.map(\.count).min() ?? 0
    guard let place = (0..<count).first(where: { parts[0][$0] != parts[1][$0] }) else {
      return (names[0], names[1])
    }
    let (reference, candidate) = (parts[0][place], parts[1][place])
    guard max(reference.count, candidate.count) > Self.longestHeading else {
      return (reference, candidate)
    }
    return Self.withoutStem(Self.withoutExtension(reference, candidate))
  }

  /// With longer names, a table does not fit into 80 columns.
  private static let longestHeading = 14

  private static func withoutExtension(
    _ one: String, _ other: String
  ) -> (String, String) {
    guard let dot = one.lastIndex(of: "."), one[dot...].dropFirst().first?.isLetter == true,
      other.hasSuffix(one[dot...]), dot > one.startIndex, other.count > one[dot...].count
    else { return (one, other) }
    let length = one[dot...].count
    return withoutExtension(String(one.dropLast(length)), String(other.dropLast(length)))
  }

  /// The names without the words that both begin with, if at least three letters of each are left.
  private static func withoutStem(_ names: (String, String)) -> (String, String) {
    let stem = names.0.commonPrefix(with: names.1)
    guard let end = stem.lastIndex(where: { "-_ ".contains($0) }) else { return names }
    let length = stem[...end].count
    let rest = (String(names.0.dropFirst(length)), String(names.1.dropFirst(length)))
    return min(rest.0.count, rest.1.count) < 3 ? names : rest
  }
}

extension String {
  fileprivate func commonPrefix(with other: String) -> String {
    String(zip(self, other).prefix { $0 == $1 }.map(\.0))
  }
}

extension SpreadComparison {
  var words: String { "same average frame rate, \(answer.rawValue) spread of frame times" }

  /// A wider spread is worse.
  var emphasis: Cell.Emphasis { answer == .wider ? .worse : .better }

  /// The evidence, as the rest of a sentence; `place` is the stage, or empty.
  func evidence(on place: String) -> String {
    let text = { (share: Double) in Quantity(share, .fraction).text(decimals: 1) }
    let times =
      ratio.map { "a spread \(Quantity($0, .count).text(decimals: 2)) times as wide, " } ?? ""
    let proof =
      "\(times)p = \(Quantity(pValue, .count).text(decimals: 3)), \(referenceCount) + \(candidateCount) \(areSessions ? "sessions" : "runs")"
    return """
      \(place.isEmpty ? "" : " (\(place))"): the average frame rates agree, but the spread of the frame times is \
      \(text(candidate)) of their median instead of \(text(reference)) (\(proof)). Spread: the mean of the \
      interquartile range and of the distances from the median to the 90th, 95th and 99th percentile.
      """
  }
}

internal import RunStore
internal import Units
internal import Workbench

extension IngestOutcome {
  /// The summary: one line per suite, one line per reason for skipping files, and the totals.
  var text: String {
    var lines = addedBySuite.counts.map { suite, count in
      "\(suite ?? "without suite"): \(counted(count, "run")) \(addedWord)"
    }
    lines += skipped.skippedLines
    lines += [contradictionLine, earlierLine].compactMap(\.self)
    lines += commitGaps.counts.map { gap, count in
      let runs = "\(counted(count, "run")) \(count == 1 ? "has" : "have") no commit"
      return "\(runs): \(gap.text)"
    }
    if issues > 0 {
      let command = Suggestion.command("runs show RUN", on: store)
      lines.append("\(counted(issues, "issue")) found; \(command) lists them")
    }
    lines.append(
      """
      \(store): \(counted(added, "run")) \(addedWord), \(replacedText)\(alreadyThere) already stored, \
      \(refused) refused
      """)
    return lines.map(\.harmless).joined(separator: "\n") + "\n"
  }

  private var replacedText: String { replaced > 0 ? "\(replaced) removed, " : "" }

  /// The stored runs that differ from what was read, with the first of them as the example.
  private var contradictionLine: String? {
    guard let first = contradicted.first, let run = first.contradicted,
      let told = first.contradictions.first
    else { return nil }
    let more =
      contradicted.count > 1 ? ", and of \(counted(contradicted.count - 1, "more run"))," : ""
    let change = "\(told.fact): \(told.kept ?? "none") → \(told.told)"
    return
      "the new description of run \(run.number) (\(change))\(more) was not stored; --replace stores it"
  }

  private var earlierLine: String? {
    guard !earlier.isEmpty else { return nil }
    let numbers = earlier.prefix(3).map { String($0.number) }.joined(separator: ", ")
    let more = earlier.count > 3 ? " and \(earlier.count - 3) more" : ""
    return earlier.count == 1
      ? """
      the store still has run \(numbers), which was read from earlier contents of the same file; --replace removes \
      it
      """
      : """
      the store still has runs \(numbers)\(more), which were read from earlier contents of the same files; \
      --replace removes them
      """
  }

  private var addedWord: String { isDryRun ? "would be added" : "added" }
}

extension [any Error] {
  /// One line per reason for leaving files out, with the first file.
  var skippedLines: [String] {
    var reasons = Tally<String>()
    var first: [String] = []
    for complaint in map(Complaint.init(of:)) where reasons.add(complaint.found) {
      first.append(complaint.place ?? "")
    }
    return zip(reasons.counts, first).map { reason, first in
      let more = reason.count > 1 ? " and \(reason.count - 1) more" : ""
      return "skipped \(first)\(more): \(reason.element)".harmless
    }
  }
}

extension CommitGap {
  fileprivate var text: String {
    switch self {
    case .tracked:
      "Git tracks the recordings, so HEAD is not what they measured; for trends, name it with --commit"
    case .changedFiles:
      "tracked files have changes that are in no commit; commit them, or name the commit with --commit"
    }
  }
}

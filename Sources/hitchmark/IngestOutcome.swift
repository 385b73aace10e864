internal import Decoding
internal import RunFolders
internal import RunStore
internal import Units

/// What an ingest did, and its account of it.
struct IngestOutcome {
  /// The path of the store.
  let store: String
  private let isDryRun: Bool
  private var addedBySuite = Tally()
  /// Skipped files by reason; each with the first of them.
  private var skipped = Tally()
  private var firstSkipped: [String] = []
  private(set) var refused: [String] = []
  private var contradicted: [RunRivals] = []
  private var earlier: [RunID] = []
  var alreadyThere = 0
  var replaced = 0
  var issues = 0

  init(store: String, isDryRun: Bool) {
    self.store = store
    self.isDryRun = isDryRun
  }

  /// Whether there was nothing to read at all.
  var isEmpty: Bool { added == 0 && alreadyThere == 0 && refused.isEmpty }

  private(set) var added = 0

  mutating func add(_ draft: RunDraft) {
    added += 1
    addedBySuite.add(draft.suite ?? "without suite")
  }

  /// Notes a file that is no trace, and that nobody asked for by name.
  mutating func skip(_ error: TraceError) { skip(error.complaint) }

  /// Notes a file that nobody asked for by name, with what is wrong with it.
  mutating func skip(_ complaint: Complaint) {
    if skipped.add(complaint.found) { firstSkipped.append(complaint.place ?? "") }
  }

  /// Notes what runs have beside them that they may have been meant to stand for.
  mutating func note(_ rivals: [RunRivals]) {
    contradicted += rivals.filter { $0.contradicted != nil }
    earlier += rivals.flatMap(\.earlier)
  }

  /// Notes, and says at once, what could not be read.
  mutating func refuse(_ message: String, console: Console) {
    console.progress("")
    console.say(message)
    refused.append(message)
  }

  /// The account: a line a suite, a line a reason for passing over, and the sum.
  var text: String {
    var lines = addedBySuite.counts.map { "\($0.word): \(counted($0.count, "run")) \(addedWord)" }
    for ((reason, count), first) in zip(skipped.counts, firstSkipped) {
      let more = count > 1 ? " and \(count - 1) more" : ""
      lines.append("passed over \(first)\(more): \(reason)")
    }
    lines += [contradictionLine, earlierLine].compactMap(\.self)
    if issues > 0 {
      let command = Suggestion.command("runs show RUN", on: store)
      lines.append("\(counted(issues, "issue")) noted; \(command) tells them")
    }
    lines.append(
      "\(store): \(counted(added, "run")) \(addedWord), \(replacedText)\(alreadyThere) already "
        + "there, \(refused.count) refused")
    return lines.map(\.harmless).joined(separator: "\n") + "\n"
  }

  private var replacedText: String { replaced > 0 ? "\(replaced) taken out, " : "" }

  /// What is told otherwise of runs that the store has, with the first of them as the example.
  private var contradictionLine: String? {
    guard let first = contradicted.first, let run = first.contradicted,
      let told = first.contradictions.first
    else { return nil }
    let more = contradicted.count > 1 ? " and of \(contradicted.count - 1) more" : ""
    return "left as kept, though something else is told now of run \(run.number) (\(told.fact): "
      + "\(told.kept ?? "none") → \(told.told))\(more); --replace takes what is told now"
  }

  private var earlierLine: String? {
    guard !earlier.isEmpty else { return nil }
    let numbers = earlier.prefix(3).map { String($0.number) }.joined(separator: ", ")
    let more = earlier.count > 3 ? " and \(earlier.count - 3) more" : ""
    return "left beside the new, though the same files held them before: "
      + "\(earlier.count == 1 ? "run" : "runs") \(numbers)\(more); --replace takes them out"
  }

  private var addedWord: String { isDryRun ? "would be added" : "added" }
}

/// Counts of words, in the order in which the words first came; adding one is O(1).
private struct Tally {
  private(set) var counts: [(word: String, count: Int)] = []
  private var positions: [String: Int] = [:]

  /// Counts a word.
  ///
  /// - Returns: whether it is new.
  @discardableResult
  mutating func add(_ word: String) -> Bool {
    if let position = positions[word] {
      counts[position].count += 1
      return false
    }
    positions[word] = counts.count
    counts.append((word, 1))
    return true
  }
}

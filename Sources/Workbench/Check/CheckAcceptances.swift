package import Analysis
internal import Decoding
internal import RunFolders
internal import System
internal import Units

/// Reads and extends acceptance files, which list the known regressions that a check allows.
package enum CheckAcceptances {
  /// The path of the acceptance file, a list of known regressions, next to a suite's file.
  package static func beside(_ suiteFile: String) -> String {
    let folder = suiteFile.lastIndex(of: "/").map { String(suiteFile[...$0]) } ?? ""
    return folder + "accepted.txt"
  }

  /// Reads a file, in the order of its lines.
  ///
  /// - Parameter isAddedTo: whether the file may be missing, because lines will be added to it.
  /// - Throws: if the file is missing, or a line is invalid.
  static func read(_ file: String, isAddedTo: Bool) throws(Failure) -> [Acceptance] {
    guard Platform.kind(of: file) != .nothing else {
      if isAddedTo { return [] }
      throw .check(.noAcceptanceFile(file))
    }
    let text = try Attempt.reading { () throws(TraceError) in try DescriptionFile.text(at: file) }
    do throws(AcceptanceProblem) {
      return try AcceptanceFile.acceptances(in: text)
    } catch {
      throw .check(.acceptance(error, file: file))
    }
  }

  /// Creates the lines with which an acceptance file allows a regression that a check found: one line for each series
  /// of values that got worse.
  ///
  /// - Parameters:
  ///   - id: the id of the finding, or a prefix.
  ///   - outcome: the outcome that contains the finding.
  ///   - until: the last day; `nil` for no expiry.
  /// - Throws: if no finding or several findings match, or the finding has nothing to accept.
  package static func lines(
    for id: String, in outcome: CheckOutcome, until: String?, reason: String
  ) throws(Failure) -> String {
    let meant = outcome.findings.filter { !id.isEmpty && $0.id.hasPrefix(id) }
    guard let finding = meant.first, meant.count == 1 else {
      throw .check(.unknownFinding(id, known: outcome.findings.map(\.id)))
    }
    let commit = finding.commits.map { outcome.history.commits[$0.likeliest] } ?? outcome.tip
    let lines = finding.openItems.compactMap { item -> String? in
      guard let level = item.level, let commit else { return nil }
      return AcceptanceFile.line(
        series: item.name, commit: commit, until: until,
        level: Quantity(level, item.metric.unit).text(significantDigits: 4), reason: reason) + "\n"
    }
    guard !lines.isEmpty else {
      throw .check(.nothingToAccept(id, isAccepted: finding.state == .accepted))
    }
    return lines.joined()
  }

  /// Creates the line with which an acceptance file allows everything that a check found open at the newest commit; `nil`
  /// if nothing is open.
  package static func baseline(
    of outcome: CheckOutcome, until: String?, reason: String
  ) -> String? {
    let isOpen = outcome.findings.contains { $0.cause != .comparison && !$0.openItems.isEmpty }
    guard isOpen, let tip = outcome.tip else { return nil }
    return AcceptanceFile.baseline(commit: tip, until: until, reason: reason) + "\n"
  }

  /// Reads from the lines of an acceptance file how bad each metric with a known regression may become.
  package static func levels(of lines: String) -> [String] {
    ((try? AcceptanceFile.acceptances(in: lines)) ?? []).compactMap(\.level)
  }

  /// Appends lines to an acceptance file (a list of known regressions), which is created if it does not exist.
  package static func add(_ lines: String, to file: String) throws(Failure) {
    var text = ""
    if Platform.kind(of: file) != .nothing {
      text = try Attempt.reading { () throws(TraceError) in try DescriptionFile.text(at: file) }
      if let last = text.last, !last.isNewline { text += "\n" }
    }
    try Output.write(text + lines, to: file)
  }
}

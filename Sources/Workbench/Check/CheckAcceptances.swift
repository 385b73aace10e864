package import Analysis
internal import Decoding
internal import RunFolders
internal import Units

/// Reads acceptance files, and adds to them.
package enum CheckAcceptances {
  /// The acceptance file beside a suite's file.
  package static func beside(_ suiteFile: String) -> String {
    let folder = suiteFile.lastIndex(of: "/").map { String(suiteFile[...$0]) } ?? ""
    return folder + "accepted.txt"
  }

  /// Reads a file.
  ///
  /// - Parameters:
  ///   - file: its path.
  ///   - isAddedTo: whether it is to be added to, and need not be there yet.
  /// - Returns: in the order of the lines.
  /// - Throws: when it is not there, or a line cannot be understood.
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

  /// The lines that accept what is worse of a finding.
  ///
  /// - Parameters:
  ///   - id: the finding's, or its beginning.
  ///   - outcome: that it is of.
  ///   - until: the last day; `nil` for never.
  ///   - reason: why.
  /// - Returns: a line a series, each with its end.
  /// - Throws: when there is no such finding, or nothing of it can be accepted.
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

  /// The levels that lines accept, in their order.
  package static func levels(of lines: String) -> [String] {
    ((try? AcceptanceFile.acceptances(in: lines)) ?? []).compactMap(\.level)
  }

  /// Adds lines to a file, on lines of their own; makes it where there is none.
  package static func add(_ lines: String, to file: String) throws(Failure) {
    var text = ""
    if Platform.kind(of: file) != .nothing {
      text = try Attempt.reading { () throws(TraceError) in try DescriptionFile.text(at: file) }
      if let last = text.last, !last.isNewline { text += "\n" }
    }
    if let reason = Platform.replaceFile(file, with: text + lines) {
      throw .output(path: file, reason: reason)
    }
  }
}

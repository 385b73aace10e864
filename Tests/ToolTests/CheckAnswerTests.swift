import Foundation
import TestSupport
import Testing

/// Tests how users answer findings of `hitchmark check`: suggested commands and acceptances.
@Suite("answers to a check")
struct CheckAnswerTests {
  private static let measured = Result { try CheckedHistory() }

  private func text(_ path: String) throws -> String {
    try String(contentsOf: URL(filePath: path), encoding: .utf8)
  }

  // MARK: - What to do next

  /// The commands that a check suggests, split as a shell splits them.
  private func suggested(
    _ beginning: String, by words: [String], in folder: URL? = nil
  ) throws -> String {
    let outcome = try Tool.run(["check"] + words + ["--format", "json"], in: folder)
    let next = try JSON(text: outcome.output)["findings"]?.items.flatMap { $0["next"]?.items ?? [] }
    let line = try #require(
      next?.compactMap(\.text).first { $0.contains(beginning) }, "\(outcome.errors)")
    let command = try #require(line.range(of: beginning)).lowerBound
    return String(line[command...].prefix { $0 != ";" })
  }

  private func paste(_ command: String, in folder: URL? = nil) throws -> Tool.Outcome {
    try Tool.shell(#"hitchmark() { "$HITCHMARK" "$@"; }; "# + command, in: folder)
  }

  @Test("suggested commands work unchanged, with all options of the check")
  func suggestions() throws {
    let measured = try Self.measured.get()
    try measured.store("it's one.db", scroll: 11)
    try measured.measure(11.02, session: "second", into: "it's one.db")
    try measured.repository.outside.file("pasted/app/suite.json", text: "{}")
    try measured.repository.outside.file(
      "pasted/order.txt", text: measured.commits.joined(separator: "\n"))
    let words = [
      "--store", measured.path("it's one.db"),
      "--suite-file", measured.path("pasted/app/suite.json"),
      "--order", measured.path("pasted/order.txt"), "--limit", "open/frametime.p50 <= 15 ms",
      "--metrics", "frametime.p50",
    ]
    let accept = try suggested("hitchmark check ", by: words, in: measured.repository.folder.url)
    let accepted = try paste(accept, in: measured.repository.folder.url)
    #expect(accepted.status == 0, "\(accept): \(accepted.errors)")
    #expect(try text(measured.path("pasted/app/accepted.txt")) == accepted.output)
    let summary = try Tool.run(["check"] + words, in: measured.repository.folder.url)
    #expect(summary.output.contains("1 accepted"), "\(summary.output)")
  }

  @Test("suggested comparisons of two commits use the same store and order")
  func suggestedComparison() throws {
    let compare = try suggested(
      "hitchmark compare ",
      by: [
        "--suite", "trend-demo", "--stage", "list", "--store", try RecordedRuns.store(), "--order",
        "runs/trend-demo/commits.txt",
      ])
    let compared = try paste(compare)
    #expect(compared.status == 0 && compared.output.contains(" runs · "), "\(compare)")
  }

  // MARK: - Acceptances

  @Test("an acceptance file that was named must exist, unless --accept creates it")
  func namedAcceptances() throws {
    let measured = try Self.measured.get()
    try measured.store("named.db", scroll: 11)
    try measured.measure(11.02, session: "second", into: "named.db")
    let file = measured.path("named.txt")
    let missing = try measured.check("named.db", "--accepted", file)
    #expect(missing.status == 2 && missing.output == "")
    #expect(
      missing.errors
        == "\(file): the file does not exist; "
        + "leave out --accepted, or create the file with --accept FINDING\n")
    let failed = try measured.check("named.db", "--format", "json")
    let id = try #require(try JSON(text: failed.output)["findings"]?.items.first?["id"]?.text)
    let empty = try measured.check("named.db", "--accept", "", "--reason", "x")
    #expect(
      empty.status == 2
        && empty.errors.contains("no finding with the id “”; expected one of “\(id)”"))
    let made = try measured.check(
      "named.db", "--accept", id, "--reason", "x", "--accepted", file)
    #expect(made.status == 0 && made.errors.hasSuffix("\(file): 1 line added\n"))
    #expect(try measured.check("named.db", "--accepted", file).status == 0)
  }

  @Test("a finding is accepted by its id, stays accepted, and is reported again if it gets worse")
  func accepting() throws {
    let measured = try Self.measured.get()
    try measured.store("accept.db", scroll: 11)
    try measured.measure(11.02, session: "second", into: "accept.db")
    let failed = try measured.check("accept.db", "--format", "json")
    #expect(failed.status == 1)
    let id = try #require(
      try JSON(text: failed.output)["findings"]?.items.first?["id"]?.text)
    let file = measured.path("accepted/accepted.txt")
    try measured.repository.outside.file("accepted/accepted.txt", text: "# known\n# no line end")
    let printed = try measured.check("accept.db", "--accept", id, "--reason", "New fonts, #42")
    let line =
      "app/scroll/frametime.p50 commit=\(measured.commits[29]) until=never level=11.01ms "
      + "reason=New fonts, #42\n"
    #expect(printed.status == 0 && printed.output == line, "\(printed.errors)")
    let added = try measured.check(
      "accept.db", "--accept", String(id.prefix(8)), "--reason", "New fonts, #42", "--accepted",
      file)
    #expect(
      added.errors
        == "the regression is accepted up to the level 11.01ms of the metric, and without a last day; --until DAY sets a last day\n"
        + "\(file): 1 line added\n"
    )
    #expect(try text(file) == "# known\n# no line end\n" + line)
    let accepted = try measured.check("accept.db", "--accepted", file, "--details")
    #expect(accepted.status == 0 && accepted.output.contains("Passed: 1 accepted."))
    #expect(accepted.output.contains("New fonts, #42"))
    let again = try measured.check(
      "accept.db", "--accept", id, "--reason", "New fonts", "--accepted", file)
    #expect(
      again.status == 2 && again.errors == "--accept: the finding “\(id)” is already accepted\n")
    for (session, level) in [("third", 11.6), ("fourth", 11.61), ("fifth", 11.62)] {
      try measured.measure(level, session: session, into: "accept.db")
    }
    let worse = try measured.check("accept.db", "--accepted", file)
    #expect(
      worse.status == 1 && worse.output.contains("and now worse: "), "\(worse.output)")
  }

  @Test("an expiry is compared with the date of the newest commit, not with today")
  func expiry() throws {
    let measured = try Self.measured.get()
    try measured.store("expiry.db", scroll: 11)
    try measured.measure(11.02, session: "second", into: "expiry.db")
    // Next to the file of a suite, the acceptance file is found by its default name.
    try measured.repository.outside.file("expiry/app/suite.json", text: "{}")
    for (day, status) in [("2026-03-30", Int32(0)), ("2026-03-29", 1)] {
      try measured.repository.outside.file(
        "expiry/app/accepted.txt",
        text: "app/* commit=\(measured.commits[29].prefix(10)) until=\(day) reason=x\n")
      let outcome = try measured.check(
        "expiry.db", "--suite-file", measured.path("expiry/app/suite.json"), "--metrics",
        "frametime.p50")
      #expect(outcome.status == status, "\(day): \(outcome.output)")
    }
  }
}

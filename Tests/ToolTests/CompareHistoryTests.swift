import Foundation
import TestSupport
import Testing

/// `hitchmark compare` of commits of a real repository.
@Suite("compare along a history")
struct CompareHistoryTests {
  private let history: MeasuredHistory
  private let store: String

  init() throws { (history, store) = try MeasuredHistory.shared.get() }

  /// The verdict on a metric of a stage, and its evidence.
  private func evidence(
    _ stage: String, _ metric: String, in outcome: Tool.Outcome
  ) throws -> (verdict: String?, evidence: JSON?) {
    try #require(outcome.status == 0, "\(outcome.errors)")
    let comparisons = try JSON(text: outcome.output)["comparisons"]?.items ?? []
    let comparison = try #require(comparisons.first { $0["stage"] == .string("app/\(stage)") })
    let found = try #require(
      comparison["metrics"]?.items.first { $0["id"] == .string(metric) })
    return (found["verdict"]?.text, found["evidence"])
  }

  @Test(
    "compares with the earlier commits, lists the worst stage first, and treats counts as exact")
  func newest() throws {
    let outcome = try history.compare("HEAD~2..HEAD", "--format", "md", store: store)
    #expect(outcome.status == 0, "\(outcome.errors)")
    let cells = PrintedCells(markdown: outcome.output)
    #expect(cells["app/type", "Frame time (mean)", "Verdict"]?.hasPrefix("worse") == true)
    let certainty = "How sure the verdicts on app/type are"
    #expect(cells[certainty, "Frame time (mean)", "Runs"] == "3 + 3")
    #expect(cells["app/scroll", "Frame time (mean)", "Change"] != nil)
    #expect(cells["app/scroll", "draws", "Change"]?.hasPrefix("+1.7%") == true)
    #expect(cells["app/type", "draws", "Verdict"]?.hasPrefix("unchanged") == true)
    #expect(cells[certainty, "draws", "Smallest detectable change"] == "any")
    let (first, last) = (history.commits[0].prefix(12), history.commits[11].prefix(12))
    #expect(
      outcome.output.contains(
        "History: compared with the last 12 commits at the present level, \(first) to \(last), df 11"
      ),
      "\(outcome.output)")
    #expect(
      outcome.output.contains("Exact: repeated runs of the same program always had the same value"))
    #expect(outcome.output.contains("published, not measured by Hitchmark"))
    let captions = outcome.output.split(separator: "\n").filter { $0.hasPrefix("**app/") }
    #expect(captions == ["**app/type**", "**app/scroll**"])
  }

  @Test("a column heading has the first digits of a commit id, and the JSON has the full id")
  func wholeIDs() throws {
    let (before, after) = (history.commits[11], history.commits[13])
    let page = try history.compare(before, after, "--format", "md", store: store)
    let title =
      "# \(after.prefix(12)) is slower than \(before.prefix(12)): app/type Frame time (mean) +14%\n"
    #expect(page.output.contains(title), "\(page.output)")
    #expect(!page.output.contains(before) && !page.output.contains(after))
    let data = try history.compare(before, after, "--format", "json", store: store)
    let json = try JSON(text: data.output)
    #expect(json["reference"] == .string(before) && json["candidate"] == .string(after))
  }

  @Test("the JSON fits its schema, and does not depend on the order of ingestion")
  func json() throws {
    let outcome = try history.compare("HEAD~2", "HEAD", "--format", "json", store: store)
    let schema = try JSONSchema(
      contentsOf: SharedMaterial.project.appending(path: "schemas/comparison.schema.json"))
    #expect(schema.complaints(about: try JSON(text: outcome.output)) == [])
    let shuffled = try history.ingest((0..<14).map { ($0 * 5 + 3) % 14 }, into: "shuffled.db")
    let again = try history.compare("HEAD~2", "HEAD", "--format", "json", store: shuffled)
    #expect(again.output == outcome.output)
    let (verdict, found) = try evidence("type", "frametime.mean", in: outcome)
    #expect(verdict == "regressed")
    #expect(found?["history"]?["commits"] == .number(12))
    #expect(found?["history"]?["last"] == .string(history.commits[11]))
    let (_, exact) = try evidence("type", "draws", in: outcome)
    #expect(exact?["p"] == .null && exact?["mode"] == .string("exact"))
  }

  @Test("the schema rejects other JSON")
  func strictSchema() throws {
    let schema = try JSONSchema(
      contentsOf: SharedMaterial.project.appending(path: "schemas/comparison.schema.json"))
    let document = """
      {"schema": "hitchmark.comparison/1", "reference": "a", "candidate": "b", "comparisons": [
        {"stage": 1, "reference": {}, "candidate": {}, "differences": [], "metrics": [{"id": 2}]}]}
      """
    let complaints = schema.complaints(about: try JSON(text: document))
    #expect(complaints.contains("$.comparisons[0].stage: type is violated"))
    #expect(complaints.contains("$.comparisons[0].reference: runs is missing"))
    #expect(complaints.contains("$.comparisons[0].metrics[0].id: type is violated"))
  }

  @Test("seven commits, a backward range and another system give no history, with the reason")
  func noHistory() throws {
    let few = try history.ingest([0, 2, 4, 6, 8, 10, 11, 13], into: "few.db")
    let seven = try history.compare("HEAD~2", "HEAD", "--format", "json", store: few)
    let found = try evidence("type", "frametime.mean", in: seven).evidence
    // The sessions of those commits still show how much sessions differ.
    #expect(found?["mode"] == .string("earlier-sessions"))
    #expect(found?["history"]?["sessions"] == .number(13))
    #expect(
      found?["history"]?["absent"]
        == .string(
          "7 measured commits up to the reference; at least 8 are needed to estimate the noise"))
    let backwards = try history.compare("HEAD", "HEAD~2", "--format", "json", store: store)
    #expect(
      try evidence("scroll", "frametime.mean", in: backwards).evidence?["history"]?["absent"]
        == .string("the candidate commit is not newer than the reference commit"))
    let tablet = try history.ingest(0..<13, into: "tablet.db")
    try history.ingest(13...13, into: "tablet.db", "--device", "tablet")
    let other = try history.compare("HEAD~2", "HEAD", "--format", "md", store: tablet)
    #expect(
      other.output.contains(
        "Earlier commits are not used: the runs were measured in several environments"))
    #expect(other.output.contains("device phone → tablet"), "\(other.output)")
  }

  @Test("a change point within the history restarts it")
  func regime() throws {
    let step = try MeasuredHistory.stepped(after: 13, of: 24)
    let outcome = try step.history.compare("HEAD~1..HEAD", "--format", "json", store: step.store)
    let found = try evidence("type", "frametime.mean", in: outcome).evidence
    #expect(found?["history"]?["commits"] == .number(10), "\(outcome.output)")
    #expect(found?["history"]?["first"] == .string(step.history.commits[13]))
  }

  @Test("a range without git is an error that names git; stored ids need no git")
  func withoutGit() throws {
    let environment = ["PATH": "/nowhere"]
    let range = try history.compare("HEAD~2..HEAD", store: store, environment: environment)
    #expect(range.status == 2)
    #expect(range.errors.hasPrefix("HEAD~2: Git cannot be run in "), "\(range.errors)")
    let ids = try history.compare(
      history.commits[11], history.commits[13], "--format", "md", store: store,
      environment: environment)
    #expect(ids.status == 0, "\(ids.errors)")
    #expect(
      ids.output.contains(
        "Earlier commits are not used: the order of the earlier commits is unknown"))
    let elsewhere = TemporaryFolder()
    let noTree = try history.compare("HEAD~2..HEAD", store: store, in: elsewhere.url)
    #expect(
      noTree.errors.contains(
        "the current folder is in no Git work tree, so the commits of the range are unknown"))
  }

  @Test("in a shallow clone, a range ends at the last commit of the clone")
  func shallowClone() throws {
    let clone = try GitRepository()
    let origin = "file://\(history.repository.folder.url.path)"
    try clone.git("fetch", "--quiet", "--depth=2", origin, "main")
    try clone.git("checkout", "--quiet", "FETCH_HEAD")
    let outcome = try history.compare("HEAD~3..HEAD", store: store, in: clone.folder.url)
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains("Git finds no commit “HEAD~3”"), "\(outcome.errors)")
    #expect(
      outcome.errors.contains("in a shallow clone, fetch the commit with “git fetch --unshallow”"))
  }
}

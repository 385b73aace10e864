import Foundation
import TestSupport
import Testing

/// Runs the tool on files that are not traces, or are incomplete, and checks its messages and what it stores.
@Suite("Bad traces")
struct BadTraceTests {
  /// The bytes of a file, and the expected result.
  struct Case: Sendable, CustomTestStringConvertible {
    let name: String
    let bytes: [UInt8]
    let verdict: Verdict

    var testDescription: String { name }

    init(_ name: String, _ text: String, _ verdict: Verdict) {
      self.init(name, Array(text.utf8), verdict)
    }

    init(_ name: String, _ bytes: [UInt8], _ verdict: Verdict) {
      (self.name, self.bytes, self.verdict) = (name, bytes, verdict)
    }
  }

  enum Verdict: Sendable {
    /// Exit code 2, and this message after the file's name.
    case refused(String)
    /// The file is read, with this number of frames and these issues, each as `line kind`.
    case read(frames: Int, issues: [String] = [])
  }

  @Test(
    "analyze refuses a trace with one sentence, or reads it and lists its issues", arguments: all)
  func analyze(bad: Case) throws {
    let folder = TemporaryFolder()
    try folder.file("bad.csv", contents: Data(bad.bytes))
    let path = folder.path("bad.csv")
    let outcome = InProcess.run(["analyze", path, "--format", "json"])
    switch bad.verdict {
    case .refused(let sentence):
      #expect(outcome.status == 2)
      #expect(outcome.errors == "\(path)\(sentence)\n")
      #expect(outcome.output == "")
    case .read(let frames, let issues):
      #expect(outcome.status == 0)
      #expect(outcome.errors == "")
      let run = try Self.onlyRun(in: outcome.output)
      #expect(run["frames"] == .number(Double(frames)))
      #expect(Self.issues(of: run) == issues)
    }
  }

  @Test(
    "ingest accepts what analyze reads, and otherwise does not change the store", arguments: all)
  func ingest(bad: Case) throws {
    let folder = TemporaryFolder()
    try NativeTrace(1).write(into: folder)
    let (path, store) = (folder.path("bad.csv"), folder.path("s.db"))
    try #require(
      InProcess.run(["ingest", folder.path("1.csv"), "--store", store]).status == 0)
    let before = try folder.files()
    let file = try folder.file("bad.csv", contents: Data(bad.bytes))
    let outcome = InProcess.run(["ingest", path, "--store", store])
    try FileManager.default.removeItem(at: file)
    switch bad.verdict {
    case .refused(let sentence):
      #expect(outcome.status == 2)
      #expect(outcome.errors == "\(path)\(sentence)\n")
      #expect(outcome.output == "\(store): 0 runs added, 0 already stored, 1 refused\n")
      #expect(try folder.files() == before)
    case .read(let frames, let issues):
      #expect(outcome.status == 0)
      #expect(outcome.errors == "")
      #expect(outcome.output.hasSuffix("s.db: 1 run added, 0 already stored, 0 refused\n"))
      let query = """
        SELECT frames, (SELECT count(*) FROM import_issue WHERE run = run.id) FROM run \
        WHERE name = 'bad'
        """
      let kept = InProcess.run(["sql", query, "--store", store, "--format", "csv"])
      #expect(kept.output.split(separator: "\n").last == "\(frames),\(issues.count)")
    }
  }

  @Test("a refused trace does not create a store")
  func noStore() throws {
    let folder = TemporaryFolder()
    try folder.file("bad.csv", text: "hello\n")
    let outcome = try Tool.run(["ingest", "bad.csv", "--store", "new.db"], in: folder.url)
    #expect(outcome.status == 2)
    #expect(try folder.files().keys.sorted() == ["bad.csv"])
  }

  @Test("of several traces, only the bad one is refused")
  func among() throws {
    let folder = TemporaryFolder()
    for number in [1, 2] { try NativeTrace(number).write(into: folder) }
    try folder.file("empty.csv", text: "")
    let arguments = ["1.csv", "empty.csv", "2.csv"]
    let analysis = try Tool.run(["analyze", "--format", "json"] + arguments, in: folder.url)
    #expect(analysis.status == 2)
    #expect(analysis.errors == "empty.csv: the file is empty\n")
    #expect(try JSON(text: analysis.output)["runs"]?.items.count == 2)
    let outcome = try Tool.run(["ingest", "--store", "s.db"] + arguments, in: folder.url)
    #expect(outcome.status == 2)
    #expect(outcome.output.hasSuffix("s.db: 2 runs added, 0 already stored, 1 refused\n"))
  }

  // MARK: - JSON

  static func onlyRun(in json: String) throws -> JSON {
    let runs = try #require(try JSON(text: json)["runs"]).items
    #expect(runs.count == 1)
    return try #require(runs.first)
  }

  /// The issues of a run, each as `line kind`; line 0 means no line.
  static func issues(of run: JSON) -> [String] {
    (run["issues"]?.items ?? []).map { issue in
      "\(Int(issue["line"]?.number ?? 0)) \(issue["kind"]?.text ?? "?")"
    }
  }
}

extension TemporaryFolder {
  /// Every file directly in the folder, with its bytes.
  func files() throws -> [String: Data] {
    let names = try FileManager.default.contentsOfDirectory(atPath: url.path)
    return Dictionary(
      uniqueKeysWithValues: try names.map { ($0, try Data(contentsOf: url.appending(path: $0))) })
  }
}

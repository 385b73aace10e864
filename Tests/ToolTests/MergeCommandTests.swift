import Foundation
import TestSupport
import Testing

@Suite("Merging damaged stores")
struct MergeCommandTests {
  private let folder = TemporaryFolder()

  /// Writes a suite, a sound store of it, and copies of the store that statements of SQL change.
  private func stores(_ changes: [String: String]) throws {
    for number in 1...3 { try NativeTrace(number).write(into: folder, "app/a/\(number)/") }
    try folder.file("app/suite.json", text: #"{"stages": [{"id": "a"}]}"#)
    #expect(run("ingest", folder.path("app"), "--store", folder.path("good.db")).status == 0)
    for (name, sql) in changes {
      let outcome = try Tool.shell(
        """
        cp good.db \(name) && python3 -c "import sqlite3
        c = sqlite3.connect('\(name)'); c.executescript('\(sql)'); c.commit()"
        """, in: folder.url)
      #expect(outcome.status == 0, "\(outcome.errors)")
    }
  }

  private func run(_ words: String...) -> Tool.Outcome { InProcess.run(words) }

  private func merge(_ stores: String...) -> Tool.Outcome {
    InProcess.run(
      ["merge"] + stores.map(folder.path) + ["--into", folder.path("all.db"), "--suites", "keep"])
  }

  private func verify() -> Int32 { run("verify", "--store", folder.path("all.db")).status }

  @Test("a damaged run is refused with exit code 2, and does not block the sound one")
  func damaged() throws {
    try stores([
      "bad.db":
        "update frame_column set data = randomblob(200) where run = (select max(run) from frame_column)"
    ])
    let first = merge("bad.db")
    #expect(first.status == 2 && first.output.contains("2 runs added, 1 damaged run not copied"))
    #expect(first.errors.contains("bad.db: run 3: the stored "), "\(first.errors)")
    #expect(verify() == 0)
    let second = merge("bad.db", "good.db")
    #expect(second.status == 2 && second.output.contains("good.db: 1 run added, 2 already stored"))
    #expect(verify() == 0 && merge("good.db").status == 0)
  }

  @Test("values that contradict the frames are computed again")
  func values() throws {
    try stores([
      "twice.db": "update metric_value set value = value * 2",
      "infinite.db": "update metric_value set value = 9e999 where value is not null",
    ])
    for name in ["twice.db", "infinite.db"] {
      let outcome = merge(name)
      #expect(outcome.status == 0 && outcome.output.contains("corrected"), "\(outcome)")
      #expect(verify() == 0)
      try FileManager.default.removeItem(atPath: folder.path("all.db"))
    }
  }

  @Test(
    "ingest --replace and a merge of a sound store repair a damaged run", arguments: [true, false])
  func repairs(byIngest: Bool) throws {
    try stores(["all.db": "update frame_column set data = randomblob(200)"])
    #expect(verify() == 2)
    let outcome =
      byIngest
      ? run("ingest", "--replace", folder.path("app"), "--store", folder.path("all.db"))
      : merge("good.db")
    #expect(outcome.status == 0, "\(outcome)")
    #expect(verify() == 0)
    let list = run("runs", "list", "--store", folder.path("all.db"), "--format", "csv").output
    #expect(["1", "2", "3"].allSatisfy(list.contains), "\(list)")
  }
}

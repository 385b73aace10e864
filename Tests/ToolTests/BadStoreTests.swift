import Foundation
import TestSupport
import Testing

/// Runs the tool on files that are not stores, or on unusable stores, and checks messages, exit codes and files.
@Suite("Bad stores")
struct BadStoreTests {
  /// The contents of a file in place of a store, and the message that must follow its name.
  struct Case: Sendable, CustomTestStringConvertible {
    let name: String
    let make: @Sendable (_ good: Data) -> Data
    let sentence: String
    /// Whether SQLite must read its log to detect the damage, and leaves an empty log.
    var leavesLog = false

    var testDescription: String { name }
  }

  private static let notAStore =
    "it was not changed; pass another file with --store"

  static let all: [Case] = [
    Case(
      name: "a text", make: { _ in Data("timestamp_ns\n0\n".utf8) },
      sentence: "the file is not an SQLite database; \(notAStore)"),
    Case(
      name: "noise", make: { _ in Data(BadTraceTests.noise(4096)) },
      sentence: "the file is not an SQLite database; \(notAStore)"),
    Case(
      name: "another program's database", make: { $0.with([0, 0, 0, 77], at: 68) },
      sentence: "the file is the SQLite database of another program; \(notAStore)"),
    Case(
      name: "a store of a newer version", make: { $0.with([0, 0, 3, 231], at: 60) },
      sentence:
        "the format of the store has version 999; this version of hitchmark reads stores up to version 2; "
        + "the file was not changed; use a newer version of hitchmark"),
    Case(
      name: "half a store", make: { $0.prefix($0.count / 2) },
      sentence: "the store is damaged: database disk image is malformed; "
        + "rebuild the store from the recorded traces with “hitchmark ingest”",
      leavesLog: true),
  ]

  /// Each command that opens a store.
  static let commands = [
    ["ingest", "2.csv"], ["runs", "list"], ["runs", "show", "1"],
    ["runs", "relabel", "1", "--name", "x"], ["runs", "remove", "1"], ["report", "x"],
    ["export", "frames"], ["export", "samples"], ["export", "metrics"],
    ["sql", "SELECT count(*) FROM run"], ["verify"],
  ]

  private static func folder() throws -> TemporaryFolder {
    let folder = TemporaryFolder()
    for number in [1, 2] { try NativeTrace(number).write(into: folder) }
    let outcome = try Tool.run(["ingest", "1.csv", "--store", "s.db"], in: folder.url)
    try #require(outcome.status == 0, "\(outcome.errors)")
    return folder
  }

  @Test("every command refuses a file that is not a store, and does not change it", arguments: all)
  func refused(bad: Case) throws {
    let folder = try Self.folder()
    let good = try Data(contentsOf: folder.url.appending(path: "s.db"))
    try folder.file("s.db", contents: bad.make(good))
    let before = try folder.files()
    for command in Self.commands {
      let outcome = try Tool.run(command + ["--store", "s.db"], in: folder.url)
      #expect(outcome.status == 2, "\(command)")
      #expect(outcome.errors == "s.db: \(bad.sentence)\n", "\(command)")
      #expect(outcome.output == "", "\(command)")
      let after = try folder.files()
      #expect(after["s.db"] == before["s.db"], "\(command)")
      if !bad.leavesLog { #expect(after == before, "\(command)") }
    }
  }

  @Test("a folder is not a store")
  func aFolder() throws {
    let folder = try Self.folder()
    for command in Self.commands {
      let outcome = try Tool.run(command + ["--store", "."], in: folder.url)
      #expect(outcome.status == 2)
      #expect(
        outcome.errors == ".: the path is a folder, and not a file; \(Self.notAStore)\n",
        "\(command)")
    }
  }

  @Test("a device is not a store")
  func device() throws {
    let folder = try Self.folder()
    for command in Self.commands {
      let outcome = try Tool.run(command + ["--store", "/dev/null"], in: folder.url)
      #expect(outcome.status == 2)
      #expect(
        outcome.errors == "/dev/null: the file is not an SQLite database; \(Self.notAStore)\n")
    }
  }

  @Test("if there is no store, only ingest creates one")
  func missing() throws {
    let folder = try Self.folder()
    let before = try folder.files()
    for command in Self.commands.dropFirst() {
      let outcome = try Tool.run(command + ["--store", "no.db"], in: folder.url)
      #expect(outcome.status == 2)
      #expect(
        outcome.errors
          == "no.db: the store does not exist; the command “hitchmark ingest PATH --store no.db” creates a store\n",
        "\(command)")
    }
    #expect(try folder.files() == before)
    let outcome = try Tool.run(["ingest", "2.csv", "--store", "no.db"], in: folder.url)
    #expect(outcome.output.hasSuffix("no.db: 1 run added, 0 already stored, 0 refused\n"))
  }

  @Test("a store needs an existing folder")
  func missingFolder() throws {
    let folder = try Self.folder()
    let outcome = try Tool.run(["ingest", "2.csv", "--store", "no/s.db"], in: folder.url)
    #expect(outcome.status == 2)
    let sentence = "the folder of the store does not exist"
    #expect(
      outcome.errors == "no/: \(sentence); create the folder, or pass another path with --store\n")
    let list = try Tool.run(["runs", "list", "--store", "no/s.db"], in: folder.url)
    #expect(
      list.errors
        == "no/s.db: the store does not exist; the command “hitchmark ingest PATH --store no/s.db” creates a store\n"
    )
  }

  @Test("an empty file becomes a store")
  func empty() throws {
    let folder = try Self.folder()
    _ = try folder.emptyFile("e.db")
    let list = try Tool.run(["runs", "list", "--store", "e.db"], in: folder.url)
    #expect(list.status == 2)
    let outcome = try Tool.run(["ingest", "2.csv", "--store", "e.db"], in: folder.url)
    #expect(outcome.status == 0)
  }

  @Test(
    "a read-only store is read but not changed",
    .enabled(if: geteuid() != 0, "the superuser may write anywhere"))
  func readOnly() throws {
    let folder = try Self.folder()
    let manager = FileManager.default
    try manager.setAttributes([.posixPermissions: 0o444], ofItemAtPath: folder.path("s.db"))
    try manager.setAttributes([.posixPermissions: 0o555], ofItemAtPath: folder.url.path)
    defer { try? manager.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder.url.path) }
    let before = try folder.files()
    for command in Self.commands {
      let isChange = ["ingest", "relabel", "remove"].contains { command.contains($0) }
      let outcome = try Tool.run(command + ["--store", "s.db"], in: folder.url)
      #expect(outcome.status == (isChange || command[0] == "report" ? 2 : 0), "\(command)")
      if isChange {
        let sentence = "the store or its folder is read-only; nothing was changed"
        #expect(outcome.errors == "s.db: \(sentence)\n", "\(command)")
      }
      #expect(try folder.files() == before, "\(command)")
    }
  }

  /// Simulates a full disk by a limit on file sizes, because only a superuser can create a full disk.
  @Test(
    "on a full disk, the runs of earlier batches stay, and the missing runs are named",
    arguments: [64, 128, 256])
  func full(kibibytes: Int) throws {
    let folder = try Self.folder()
    for number in 2..<400 { try NativeTrace(number).write(into: folder, "many/") }
    let outcome = try Tool.shell(
      "ulimit -f \(kibibytes); exec \"$HITCHMARK\" ingest many --store s.db", in: folder.url)
    #expect(outcome.status == 2)
    let added = try Tool.run(
      ["sql", "SELECT count(*) - 1 FROM run", "--store", "s.db", "--format", "csv"], in: folder.url)
    let count = try #require(Int(added.output.split(separator: "\n")[1]))
    let kept = count == 0 ? "" : "; \(count) runs were added"
    #expect(outcome.errors.hasPrefix("s.db: "), "\(outcome.errors)")
    #expect(
      outcome.errors.contains(" is full\(kept); not added: many/"), "\(outcome.errors)")
    #expect(
      outcome.errors.hasSuffix(
        " and \(398 - count - 3) more; free space, then repeat the command\n")
        || outcome.errors.contains("maybe because the disk is full"), "\(outcome.errors)")
    #expect(count % 128 == 0 && (kibibytes < 256 || count > 0), "\(count)")
    #expect(try Tool.run(["verify", "--store", "s.db"], in: folder.url).status == 0)
    let again = try Tool.run(["ingest", "many", "--store", "s.db"], in: folder.url)
    #expect(
      again.output.hasSuffix(
        "s.db: \(398 - count) runs added, \(count) already stored, 0 refused\n"))
    #expect(try Tool.run(["verify", "--store", "s.db"], in: folder.url).status == 0)
  }

  @Test("a negative version gives an error")
  func negativeVersion() throws {
    let folder = try Self.folder()
    let good = try Data(contentsOf: folder.url.appending(path: "s.db"))
    try folder.file("s.db", contents: good.with([0xFF, 0xFF, 0xFF, 0xFB], at: 60))
    for command in Self.commands {
      let outcome = try Tool.run(command + ["--store", "s.db"], in: folder.url)
      #expect(outcome.status == 2, "\(command)")
      #expect(
        outcome.errors.hasPrefix(
          "s.db: the store is damaged: the version of the store is -5, expected a positive number"),
        "\(command)")
    }
  }
}

extension Data {
  /// A copy in which the bytes at `place` are replaced.
  fileprivate func with(_ bytes: [UInt8], at place: Int) -> Data {
    var data = self
    data.replaceSubrange(place..<place + bytes.count, with: bytes)
    return data
  }
}

import Foundation
import TestSupport
import Testing

/// A temporary git repository of one test, removed with the last reference to it.
final class GitRepository: Sendable {
  let folder = TemporaryFolder()

  /// The folder of the store that `ingest` writes, outside of the work tree.
  let outside = TemporaryFolder()

  init(at name: String = "code") throws {
    try git("init", "--quiet", "--initial-branch=main")
    try commit("Begin", changing: name)
  }

  /// Runs git in the work tree and returns its output.
  @discardableResult
  func git(_ words: String...) throws -> String {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    let identity = ["-c", "user.name=Test", "-c", "user.email=test@example.com"]
    process.arguments = ["git", "-C", folder.url.path] + identity + words
    process.environment = ProcessInfo.processInfo.environment.merging([
      "GIT_AUTHOR_DATE": "2026-01-02T03:04:05+00:00", "GIT_CONFIG_NOSYSTEM": "1",
    ]) { $1 }
    let output = Pipe()
    process.standardOutput = output
    process.standardError = Pipe()
    try process.run()
    let bytes = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    try #require(process.terminationStatus == 0, "git \(words.joined(separator: " "))")
    return String(decoding: bytes, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
  }

  /// Commits a changed file and returns the commit's id.
  @discardableResult
  func commit(_ subject: String, changing name: String = "code") throws -> String {
    try folder.file(name, text: "\(subject) \(UUID().uuidString)\n")
    try git("add", "--all", ".")
    try git("commit", "--quiet", "--message", subject)
    return try git("rev-parse", "HEAD")
  }

  /// Commits another repository as a submodule.
  func addSubmodule(_ other: GitRepository, at name: String) throws {
    try git(
      "-c", "protocol.file.allow=always", "submodule", "--quiet", "add", other.folder.url.path, name
    )
    try git("commit", "--quiet", "--message", "Add \(name)")
  }

  /// Writes a trace of two frames that differs from those of other tests, and returns its path.
  func trace(_ name: String = "trace.csv", frameTime: Double) throws -> String {
    try folder.file(name, text: "frame_time_ms\n\(frameTime)\n16.7\n").path
  }

  /// Ingests a trace, in the work tree.
  func ingest(_ path: String, _ options: String...) throws -> Tool.Outcome {
    try Tool.run(
      ["ingest", path, "--store", outside.path("runs.db")] + options, in: folder.url)
  }

  /// The rows of a query, as CSV without its header.
  func rows(_ query: String) throws -> [String] {
    let outcome = try Tool.run([
      "sql", query, "--store", outside.path("runs.db"), "--format", "csv",
    ])
    try #require(outcome.status == 0, "\(outcome.errors)")
    return outcome.output.split(separator: "\n").dropFirst().map(String.init)
  }
}

import Foundation
import TestSupport
import Testing

/// 30 commits on `main` of a suite with two stages, one run each at a level with noise of up to 1%.
final class CheckedHistory: Sendable {
  let repository: GitRepository
  let commits: [String]

  init() throws {
    repository = try GitRepository()
    let outcome = try Tool.shell(
      """
      export GIT_AUTHOR_NAME=T GIT_AUTHOR_EMAIL=t@example.com
      export GIT_COMMITTER_NAME=T GIT_COMMITTER_EMAIL=t@example.com
      for number in $(seq 2 30); do
        GIT_AUTHOR_DATE="2026-03-$number 12:00" git commit -q --allow-empty -m "$number" || exit 1
      done
      """, in: repository.folder.url)
    try #require(outcome.status == 0, "\(outcome.errors)")
    commits = try repository.git("rev-list", "--reverse", "main").components(separatedBy: "\n")
    for index in 0..<29 {
      try write(
        "all/app/scroll/\(index)", index, Self.noisy(10, index), session: "night \(index)")
      try write(
        "all/app/open/\(index)", index, Self.noisy(20, 100 + index), session: "night \(index)")
    }
    try repository.outside.file(
      "all/app/suite.json",
      text: #"{"metrics": ["frametime.p50"], "stages": [{"id": "scroll"}, {"id": "open"}]}"#)
    try ingest("all/app", into: "all.db")
  }

  /// A level with uniform noise, from SplitMix64's mixing function.
  static func noisy(_ level: Double, _ index: Int) -> Double {
    var bits = UInt64(index + 1) &* 0x9E37_79B9_7F4A_7C15
    bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
    return level * (1 + (Double((bits ^ (bits >> 27)) >> 11) / 0x1p53 - 0.5) * 0.02)
  }

  func write(
    _ folder: String, _ commit: Int, _ frameTime: Double, session: String
  ) throws {
    let frames = Array(repeating: "\(frameTime)", count: 8).joined(separator: "\n")
    try repository.outside.file(
      "\(folder)/run.json",
      text: #"{"commit": "\#(commits[commit])", "session": "\#(session)"}"#)
    try repository.outside.file("\(folder)/frames.csv", text: "frame_time_ms\n\(frames)\n")
  }

  func path(_ name: String) -> String { repository.outside.path(name) }

  func ingest(_ folder: String, into store: String, _ words: String...) throws {
    let outcome = try Tool.run(
      ["ingest", path(folder), "--store", path(store)] + words, in: repository.folder.url)
    try #require(outcome.status == 0, "\(outcome.errors)")
  }

  /// Adds a run of the newest commit.
  func measure(
    _ frameTime: Double, session: String, into store: String, stage: String = "scroll"
  ) throws {
    let folder = "\(store)-\(stage)-\(session)"
    try write(folder, 29, frameTime, session: session)
    try ingest(folder, into: store, "--suite", "app", "--stage", stage)
  }

  /// A store with all but the newest commit, which is measured once with these values.
  func store(_ name: String, scroll: Double = 10.02, open: Double = 20.02) throws {
    try FileManager.default.copyItem(atPath: path("all.db"), toPath: path(name))
    try measure(scroll, session: "first", into: name)
    try measure(open, session: "first", into: name, stage: "open")
  }

  func check(_ store: String, _ words: [String] = []) throws -> Tool.Outcome {
    try Tool.run(["check", "--store", path(store)] + words, in: repository.folder.url)
  }

  func check(_ store: String, _ words: String...) throws -> Tool.Outcome {
    try check(store, words)
  }
}

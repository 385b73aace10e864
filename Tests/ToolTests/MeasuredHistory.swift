import Foundation
import TestSupport
import Testing

/// A repository, and a harness's measurements of all its commits but one: two stages, three runs per session and one
/// session per commit, with uniform noise of up to 1%.
///
/// At the last commit, `type` takes 15% longer and `scroll` makes two more draws.
final class MeasuredHistory: Sendable {
  let repository: GitRepository
  let commits: [String]
  /// The position of the commit without measurements; negative if there is none.
  let unmeasured: Int
  /// The position from which `type` takes 10% longer.
  private let step: Int

  /// A history, and a store of all its runs.
  static let shared = Result { () throws -> (history: MeasuredHistory, store: String) in
    let history = try MeasuredHistory()
    return (history, try history.ingest(0..<14, into: "whole.db"))
  }

  /// A history with a level change, and a store of all its runs.
  static func stepped(
    after step: Int, of count: Int
  ) throws -> (history: MeasuredHistory, store: String) {
    let history = try MeasuredHistory(count: count, unmeasured: nil, step: step)
    return (history, try history.ingest(0..<count, into: "stepped.db"))
  }

  private init(count: Int = 14, unmeasured: Int? = 12, step: Int = .max) throws {
    repository = try GitRepository()
    self.unmeasured = unmeasured ?? -1
    self.step = step
    let outcome = try Tool.shell(
      """
      export GIT_AUTHOR_NAME=T GIT_AUTHOR_EMAIL=t@example.com
      export GIT_COMMITTER_NAME=T GIT_COMMITTER_EMAIL=t@example.com
      for number in $(seq 2 \(count)); do
        git commit --quiet --allow-empty --message "Commit $number" || exit 1
      done
      """, in: repository.folder.url)
    try #require(outcome.status == 0, "\(outcome.errors)")
    commits = try repository.git("rev-list", "--reverse", "main").components(separatedBy: "\n")
    for (index, commit) in commits.enumerated() where index != unmeasured {
      for stage in ["scroll", "type"] {
        for run in 0..<3 {
          try write(index, commit, stage, run, isLast: index == count - 1)
        }
      }
    }
  }

  private func write(
    _ index: Int, _ commit: String, _ stage: String, _ run: Int, isLast: Bool
  ) throws {
    let slower = stage == "scroll" ? 1 : (isLast ? 1.15 : 1) * (index >= step ? 1.1 : 1)
    let noise = Self.noise(4 * index) * 0.01 + Self.noise(4 * index + run + 1) * 0.005
    let draws = stage == "type" ? 80 : isLast ? 122 : 120
    try repository.outside.file(
      "\(stage)/\(index)-\(run)/run.json",
      text: """
        {
          "commit": "\(commit)", "session": "job \(index)",
          "device": {"name": "phone", "os": "OS 1", "refresh_rate_hz": 60},
          "scalars": {"draws": {"value": \(draws), "better": "lower"}},
          "reported": {"frametime.mean": \(20 * slower * (1 + noise))},
        }
        """)
  }

  /// Uniform noise from −1 to 1, from SplitMix64's mixing function.
  private static func noise(_ number: Int) -> Double {
    var bits = UInt64(number + 1) &* 0x9E37_79B9_7F4A_7C15
    bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
    return Double((bits ^ (bits >> 31)) >> 11) / 0x1p52 - 1
  }

  /// Ingests the runs of the commits at these positions, in this order.
  ///
  /// - Returns: the path of the store.
  @discardableResult
  func ingest(
    _ indices: some Sequence<Int>, into name: String, _ options: String...
  ) throws -> String {
    let store = repository.outside.path(name)
    for stage in ["scroll", "type"] {
      let folders = indices.filter { $0 != unmeasured }.flatMap { index in
        (0..<3).map { repository.outside.path("\(stage)/\(index)-\($0)") }
      }
      let outcome = try Tool.run(
        ["ingest"] + folders + ["--store", store, "--suite", "app", "--stage", stage] + options)
      try #require(outcome.status == 0, "\(outcome.errors)")
    }
    return store
  }

  /// Compares in the work tree, by the reported metric and the count.
  func compare(
    _ words: String..., store: String, in folder: URL? = nil, environment: [String: String] = [:]
  ) throws -> Tool.Outcome {
    try Tool.run(
      ["compare"] + words + ["--store", store, "--metrics", "frametime.mean,draws"],
      in: folder ?? repository.folder.url, environment: environment)
  }
}

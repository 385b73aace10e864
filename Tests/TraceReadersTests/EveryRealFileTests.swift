import Foundation
import Recordings
import System
import TestSupport
import Testing

@testable import Decoding
@testable import Histories
@testable import RunFolders
@testable import TraceReaders

/// Compares the result of reading every real file with a checked table, which is reviewed if it changes.
@Suite(
  "Every real file",
  .enabled(if: SharedMaterial.isThere, Comment(rawValue: SharedMaterial.absence)))
struct EveryRealFileTests {
  /// A row of the table: the result for a file.
  private struct Row {
    var format: String
    var frames = "–"
    var issues = "–"
    var withheld = "–"

    init(_ file: TraceFile) {
      format = "\(file.format) \(file.dialect)"
      let counts = file.recordings.compactMap { $0.timeline.value?.placedFrameCount }
      let total = counts.reduce(0, +)
      let runs = file.recordings.count
      if !counts.isEmpty { frames = runs == 1 ? "\(total)" : "\(total) in \(runs) runs" }
      if counts.isEmpty, let unplaced = file.recordings.map(\.unplacedFrameCount).max(),
        unplaced > 0
      {
        frames = "\(unplaced) without times"
      }
      var seen: [String: Int] = [:]
      for issue in file.recordings.flatMap(\.issues) {
        seen[issue.kind.rawValue, default: 0] += issue.count
      }
      if !seen.isEmpty {
        issues = seen.sorted { $0.key < $1.key }.map { "\($0.key) ×\($0.value)" }.joined(
          separator: ", ")
      }
      let reasons = Set(file.recordings.compactMap(\.timeline.reason)).sorted()
      if !reasons.isEmpty { withheld = "frames: \(reasons.joined(separator: "; "))" }
    }

    /// The row of a file that is not a trace: a history, or refused.
    init(_ error: TraceError, at path: String) {
      format = "refused"
      withheld =
        switch error {
        case .unrecognized: "no known format"
        case .refused(_, let refusal): Self.words(of: refusal)
        case .noData: "nothing in it to make a run of"
        case .malformed(_, let line, let found, _): "line \(line): \(found)"
        default: "cannot be read"
        }
      guard case .unrecognized = error else { return }
      var reader = HistoryReader()
      if let plan = try? HistoryReader.plan([path]).first, let history = try? reader.read(plan) {
        format = "history \(history.format)"
        withheld = "read by import: \(history.points.count) points"
      }
    }

    private static func words(of refusal: TraceRefusal) -> String {
      switch refusal {
      case .summary(let tool): "averages that \(tool) wrote beside a trace"
      case .noFrames(let format, _, _): "the \(format) trace has no frames"
      case .emptyTable(let name): "the table \(name) without rows"
      case .otherTables(_, let found, _): "nothing is read of \(found.joined(separator: ", "))"
      default: "marked to be left out, or of another kind"
      }
    }
  }

  private static func files() -> [String] {
    let root = SharedMaterial.path("traces")
    let all = FileManager.default.enumerator(atPath: root)?.allObjects as? [String] ?? []
    return all.filter { path in
      Platform.kind(of: "\(root)/\(path)") == .file && !path.hasSuffix(".md")
    }.sorted()
  }

  private static func row(_ path: String) -> Row {
    let full = SharedMaterial.path("traces/\(path)")
    do {
      return Row(try TraceReader.read(full))
    } catch {
      return Row(error, at: full)
    }
  }

  @Test("a real file is read or refused as in the table")
  func table() {
    var lines = [
      "# Real files", "", "What becomes of every real file that readers are checked against.", "",
      "| file | format | frames | issues | withheld, or refused because |", "|:--|:--|:--|:--|:--|",
    ]
    for path in Self.files() {
      let row = Self.row(path)
      lines.append("| \(path) | \(row.format) | \(row.frames) | \(row.issues) | \(row.withheld) |")
    }
    let complaint = Golden.complaint(
      about: lines.joined(separator: "\n") + "\n", golden: "Tests/Fixtures/shared/real-files.md")
    #expect(complaint == nil, "\(complaint ?? "")")
  }

  @Test("belongs to at most one format", arguments: files())
  func claims(path: String) throws {
    var source = try TraceSource(path: SharedMaterial.path("traces/\(path)"))
    let head = try source.head()
    let claiming = TraceFormat.all.filter { format in
      if case .no = format.recognize(head) { false } else { true }
    }
    #expect(claiming.count <= 1, "\(claiming.map(\.id))")
  }
}

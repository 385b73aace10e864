import Foundation
import Recordings
import Testing

@testable import RunStore

@Suite("The Python program of docs/store.md")
struct StorePageTests {
  private static let python = "/usr/bin/python3"

  /// Debian installs the modules for this Python only; `Scripts/bootstrap` installs them.
  private static let canRun = (try? run(["-c", "import numpy, zstandard"])) != nil

  private struct Failed: Error {
    let output: String
  }

  private static func run(_ arguments: [String]) throws -> String {
    let process = Process()
    process.executableURL = URL(filePath: python)
    process.arguments = arguments
    let (output, errors) = (Pipe(), Pipe())
    process.standardOutput = output
    process.standardError = errors
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    let complaint = errors.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw Failed(output: String(decoding: complaint, as: UTF8.self))
    }
    return text
  }

  private static func program() throws -> String {
    let page = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../docs/store.md").standardizedFileURL
    let text = try String(contentsOf: page, encoding: .utf8)
    let block = try #require(text.firstMatch(of: /```python\n((?s).*?)```/), "no program")
    return String(block.output.1)
  }

  @Test(
    "The program reads every column of every run",
    .enabled(if: canRun, "python3-zstandard or python3-numpy is not installed"))
  func columns() throws {
    let scratch = try Scratch()
    let store = try RunStore.open(scratch.path(), access: .create)
    var expected: [String] = []
    for seed: UInt64 in 0..<40 {
      let recording = Made.anything(seed: seed)
      _ = try store.add(
        RunDraft(suite: nil, stage: nil, name: "\(seed)", digest: "\(seed)", recording: recording))
      expected += lines(of: recording).map { "\(seed + 1) \($0)" }
    }
    try store.connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    let printed = try Self.run(["-c", try Self.program(), scratch.path()])
    #expect(printed.split(separator: "\n").map(String.init).sorted() == expected.sorted())
  }

  @Test("The program has at most ten lines")
  func length() throws {
    let lines = try Self.program().split(separator: "\n").count { !$0.isEmpty }
    #expect(lines <= 10)
  }

  /// The expected output for a run: one line per column.
  private func lines(of recording: Recording) -> [String] {
    let timeline = recording.timeline.value
    let presents = Array(timeline?.presents ?? [])
    var columns: [(String, [Int64])] = []
    if timeline != nil { columns.append(("present", presents)) }
    if let displays = timeline?.unplacedDisplays, !displays.isEmpty {
      columns.append(("unplaced_display", Array(displays)))
    }
    if let kinds = timeline?.kinds { columns.append(("kind", kinds.map { Int64($0.rawValue) })) }
    if let blames = timeline?.blames {
      columns.append(("blame", blames.map { Int64($0.rawValue) }))
    }
    for (signal, column) in timeline?.signals ?? recording.unplacedSignals {
      let isRelative = signal == .display && !presents.isEmpty
      columns.append(
        (
          signal.rawValue,
          column.enumerated().map { index, value in
            value.map { isRelative ? $0 &- presents[index + 1] : $0 } ?? .min
          }
        ))
    }
    return columns.map { name, numbers in
      ([name] + numbers.map(String.init)).joined(separator: " ")
    }
  }
}

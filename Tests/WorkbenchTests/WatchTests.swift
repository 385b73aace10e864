import Foundation
import RunFolders
import TestSupport
import Testing

@testable import Workbench

@Suite("Looks of a watch")
struct WatchTests {
  private let folder = TemporaryFolder()

  /// The names of the runs that each look finds; `change` is called before each look with its number.
  private func looks(_ count: Int, change: (Int) throws -> Void) throws -> [[String]] {
    var watch = IngestWatch([folder.url.path])
    return try (0..<count).map { number in
      try change(number)
      let plan = try watch.look()
      watch.markAsRead(plan)
      return plan.runs.map(\.name)
    }
  }

  @Test("find a new file after two looks without a change, and only once")
  func new() throws {
    let found = try looks(5) { number in
      if number == 1 { try folder.file("1.csv", text: "timestamp_ns\n0\n") }
    }
    #expect(found == [[], [], [], ["1"], []])
  }

  @Test("wait only for the file that still grows, and find a changed file again")
  func growing() throws {
    let found = try looks(10) { number in
      if number == 0 { try folder.file("done.csv", text: "timestamp_ns\n0\n") }
      if number < 4 {
        let text = String(repeating: "0\n", count: number + 1)
        try folder.file("growing.csv", text: text)
      }
      if number == 7 { try folder.file("growing.csv", text: "again\n") }
    }
    #expect(found == [[], [], ["done"], [], [], ["growing"], [], [], [], ["growing"]])
  }

  @Test("find old files at once, and a run folder when all of its files are complete")
  func folders() throws {
    let old = [FileAttributeKey.modificationDate: Date(timeIntervalSinceNow: -60)]
    let suite = try folder.file("app/suite.json", text: #"{"stages": [{"id": "a"}]}"#)
    let trace = try folder.file("app/a/1/trace.csv", text: "timestamp_ns\n0\n")
    for file in [suite, trace] {
      try FileManager.default.setAttributes(old, ofItemAtPath: file.path)
    }
    let found = try looks(6) { number in
      if number == 1 { try folder.file("app/a/2/trace.csv", text: "timestamp_ns\n0\n") }
      if number == 2 || number == 3 {
        try folder.file("app/a/2/more.csv", text: String(repeating: "1", count: number))
      }
    }
    #expect(found == [["1"], [], [], [], [], ["2"]])
  }

  @Test("of a store request pages at once, and again when a change is complete")
  func store() throws {
    try folder.file("s.db", text: "1")
    var watch = StoreWatch(folder.path("s.db"))
    var asked: [Bool] = []
    for number in 0..<5 {
      if number == 2 { try folder.file("s.db-wal", text: "12") }
      asked.append(watch.look())
    }
    #expect(asked == [true, false, false, true, false])
  }
}

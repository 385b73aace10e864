import RunFolders
import TestSupport
import Testing

@testable import Workbench

/// How outputs name several trace files.
@Suite("Names of several traces")
struct DistinctTitleTests {
  private let folder = TemporaryFolder()

  /// The titles of files, in their order.
  private func titles(_ paths: String...) throws -> [String] {
    for path in Set(paths) { try folder.file(path, text: "Frame, Time (ms)\n1, 0\n2, 16\n") }
    let plan = try TraceDiscovery.plan(paths.map { folder.path($0) })
    return plan.runs.compactMap { plan.distinctTitles[$0.path] }
  }

  @Test("files of different names have their own names")
  func different() throws {
    #expect(try titles("a/before.csv", "a/after.csv") == ["before", "after"])
  }

  @Test("files of one name get the folders in which their paths differ")
  func equal() throws {
    let found = try titles("x/2/1/log.csv", "x/5/1/log.csv", "x/7/log.csv", "x/other.csv")
    #expect(found == ["2/1/log", "5/1/log", "7/log", "other"])
  }

  @Test("a file next to the folder of another one has no folder before its name")
  func nested() throws {
    #expect(try titles("x/log.csv", "x/new/log.csv") == ["log", "new/log"])
  }
}

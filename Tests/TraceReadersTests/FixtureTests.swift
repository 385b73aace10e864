import Foundation
import Recordings
import TestSupport
import Testing

@testable import Decoding
@testable import Histories
@testable import RunFolders
@testable import TraceReaders

/// A generated trace below `Tests/Fixtures/traces/<format>/`.
struct Fixture: CustomTestStringConvertible, Sendable {
  static let folder = "Tests/Fixtures/traces"

  let format: String
  let file: String

  var testDescription: String { "\(format)/\(file)" }
  var path: String { "\(Self.folder)/\(format)/\(file)" }
  var goldenPath: String { "\(path).expected.txt" }

  func bytes() throws -> [UInt8] {
    try Array(Data(contentsOf: SharedMaterial.project.appending(path: path)))
  }

  static func names(in path: String) -> [String] {
    let folder = SharedMaterial.project.appending(path: path).path
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.filter { !$0.hasPrefix(".") }.sorted()
  }

  static let all: [Fixture] = names(in: folder).flatMap { format in
    names(in: "\(folder)/\(format)")
      .filter { !$0.hasSuffix(".expected.txt") && !$0.hasSuffix(".got") }
      .map { Fixture(format: format, file: $0) }
  }
}

@Suite("Formats and their fixtures")
struct FixtureTests {
  @Test("a fixture equals its golden file", arguments: Fixture.all)
  func readsAsRecorded(fixture: Fixture) throws {
    let made: String
    do {
      let file = try TraceReader.read(bytes: try fixture.bytes(), name: fixture.file)
      made = RecordingDump.text(of: file)
    } catch let error as TraceError {
      made = "error: \(error)\n"
    }
    let complaint = Golden.complaint(about: made, golden: fixture.goldenPath)
    #expect(complaint == nil, "\(complaint ?? "")")
  }

  @Test("a fixture is recognized by its own format and no other", arguments: Fixture.all)
  func recognizedByOneFormat(fixture: Fixture) throws {
    var source = TraceSource(bytes: try fixture.bytes(), name: fixture.file)
    let head = try source.head()
    let recognizing = TraceFormat.all.filter { format in
      if case .no = format.recognize(head) { false } else { true }
    }
    #expect(recognizing.map(\.id) == [fixture.format])
  }

  @Test(
    "every format has a good and a malformed fixture", arguments: TraceFormat.all.map(\.id))
  func hasFixtures(format: String) {
    let files = Fixture.all.filter { $0.format == format }.map(\.file)
    #expect(files.contains { $0.hasPrefix("good") })
    #expect(files.contains { $0.hasPrefix("malformed") })
  }

  @Test func everyFixtureFolderBelongsToAFormat() {
    #expect(Set(Fixture.names(in: Fixture.folder)) == Set(TraceFormat.all.map(\.id)))
  }

  /// Folders that are not formats of the list: code of several formats, and `--map`.
  private static let otherFolders: Set = ["Shared", "mapped"]

  @Test func everyFormatHasAFolderWithItsIdentity() throws {
    let sources = "Sources/TraceReaders"
    let folders = Set(Fixture.names(in: sources).filter { !$0.hasSuffix(".swift") })
    #expect(folders.subtracting(Self.otherFolders) == Set(TraceFormat.all.map(\.id)))
    for format in TraceFormat.all.map(\.id) {
      let texts = try Fixture.names(in: "\(sources)/\(format)").map { name in
        let file = SharedMaterial.project.appending(path: "\(sources)/\(format)/\(name)")
        return try String(contentsOf: file, encoding: .utf8)
      }
      #expect(texts.filter { $0.contains("id: \"\(format)\"") }.count == 1, "\(format)")
    }
  }

  @Test func formatsAreDescribedForPeople() {
    for format in TraceFormat.all {
      #expect(!format.title.isEmpty && !format.dialects.isEmpty, "\(format.id)")
      for clause in [format.summary, format.supports, format.checkedAgainst] {
        #expect(clause.count > 10 && !clause.hasSuffix("."), "\(format.id)")
      }
      #expect(TraceFormat.named(format.id.uppercased())?.id == format.id)
    }
  }

  @Test func nearlyFittingColumnsAreNamed() {
    let text = "cpu_percent,memory_mb\n5,100\n"
    #expect(
      throws: TraceError.unrecognized(
        path: "a.csv", start: "cpu_percent,memory_mb 5,100",
        nearest: .init(format: "native", missing: ["timestamp_ns"]), isTable: true)
    ) { try TraceReader.read(bytes: Array(text.utf8), name: "a.csv") }
  }
}

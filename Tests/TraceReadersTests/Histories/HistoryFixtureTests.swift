import Foundation
import TestSupport
import Testing

@testable import Decoding
@testable import Histories
@testable import RunFolders
@testable import TraceReaders

/// A generated history below `Tests/Fixtures/histories/<format>/`: a file, or a folder of asv.
private struct HistoryFixture: CustomTestStringConvertible, Sendable {
  static let folder = "Tests/Fixtures/histories"

  let format: String
  let name: String

  var testDescription: String { "\(format)/\(name)" }
  var path: String { "\(Self.folder)/\(format)/\(name)" }

  static let all: [HistoryFixture] = Fixture.names(in: folder).flatMap { format in
    Fixture.names(in: "\(folder)/\(format)")
      .filter { !$0.hasSuffix(".expected.txt") && !$0.hasSuffix(".got") }
      .map { HistoryFixture(format: format, name: $0) }
  }

  /// The command-line options for all of these histories.
  static var options: HistoryOptions {
    var options = HistoryOptions()
    options.commit = "9999abcd"
    return options
  }
}

@Suite("Formats of histories and their fixtures")
struct HistoryFixtureTests {
  @Test("a fixture equals its golden file", arguments: HistoryFixture.all)
  fileprivate func readsAsRecorded(fixture: HistoryFixture) {
    let path = SharedMaterial.project.appending(path: fixture.path).path
    let complaint = Golden.complaint(
      about: HistoryDump.text(of: path, options: HistoryFixture.options),
      golden: "\(fixture.path).expected.txt")
    #expect(complaint == nil, "\(complaint ?? "")")
  }

  @Test("a fixture is recognized by its own format and no other", arguments: HistoryFixture.all)
  fileprivate func recognizedByOneFormat(fixture: HistoryFixture) throws {
    let path = SharedMaterial.project.appending(path: fixture.path).path
    for file in try HistoryReader.plan([path]) {
      var source = try HistorySource(path: file.path)
      guard let content = try? HistoryContent(&source, delimiter: nil) else { continue }
      let recognizing = HistoryFormat.all.filter { $0.recognize(content) }.map(\.id)
      #expect(recognizing == [fixture.format] || recognizing.isEmpty, "\(file.path)")
    }
  }

  @Test("every format has good and malformed fixtures", arguments: HistoryFormat.all.map(\.id))
  func hasFixtures(format: String) {
    let names = HistoryFixture.all.filter { $0.format == format }.map(\.name)
    #expect(names.contains { $0.hasPrefix("good") })
    #expect(names.contains { $0.hasPrefix("malformed") })
  }

  @Test("every folder of fixtures belongs to a format")
  func foldersBelong() {
    #expect(
      Set(Fixture.names(in: HistoryFixture.folder)) == Set(HistoryFormat.all.map(\.id)))
  }

  @Test("every file of a format is registered once")
  func registered() throws {
    let folder = "Sources/Histories/Formats"
    let ids = try Fixture.names(in: folder).map { name in
      let file = SharedMaterial.project.appending(path: "\(folder)/\(name)")
      let text = try String(contentsOf: file, encoding: .utf8)
      return try #require(text.firstMatch(of: /\n\s+id: "([a-z0-9-]+)"/)?.1, "\(name) has no id")
    }
    #expect(ids.map(String.init).sorted() == HistoryFormat.all.map(\.id).sorted())
  }

  @Test("every format has a description")
  func described() {
    for format in HistoryFormat.all {
      #expect(HistoryFormat.named(format.id.uppercased())?.id == format.id)
      #expect(format.summary.count > 20 && !format.summary.hasSuffix("."), "\(format.id)")
      let subjects = format.mapping.map(\.subject)
      #expect(
        Set(subjects).isSuperset(of: ["suite", "stage", "metrics", "commit"]), "\(format.id)")
      #expect(format.mapping.allSatisfy { !$0.source.hasSuffix(".") }, "\(format.id)")
    }
  }
}

import Foundation
import Testing

/// Runs every input that once made a fuzz target fail.
@Suite("Inputs that the fuzzers found", .serialized)
struct FuzzRegressionTests {
  /// One file in `Fuzz/regressions/<target>/`.
  struct Input: CustomTestStringConvertible, Sendable {
    let target: String
    let file: String

    var testDescription: String { "\(target)/\(file)" }
  }

  private static let folder = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: "regressions")

  private static func names(in folder: URL) -> [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.filter { !$0.hasPrefix(".") }.sorted()
  }

  static let inputs: [Input] = names(in: folder).flatMap { target in
    names(in: folder.appending(path: target)).map { Input(target: target, file: $0) }
  }

  @Test("a target keeps its rules", arguments: inputs)
  func regression(input: Input) throws {
    let target = try #require(FuzzTarget.named(input.target), "no target has this name")
    let file = Self.folder.appending(path: input.target).appending(path: input.file)
    #expect(target.complaint(try Array(Data(contentsOf: file))) == nil)
  }

  @Test("every target has at least one input")
  func everyTarget() {
    #expect(Set(Self.inputs.map(\.target)) == Set(FuzzTarget.all.map(\.name)))
  }
}

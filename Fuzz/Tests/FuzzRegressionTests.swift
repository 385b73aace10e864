import Foundation
import Testing
import RunStore
import TraceReaders

/// Runs every input that once made a fuzz target fail, and the seeds of the fuzzer.
@Suite("Inputs of the fuzzer", .serialized)
struct FuzzRegressionTests {
  /// One file in `Fuzz/regressions/<target>/` or `Fuzz/corpus/<target>/`.
  struct Input: CustomTestStringConvertible, Sendable {
    let target: String
    let file: URL

    var testDescription: String { "\(target)/\(file.lastPathComponent)" }
  }

  private static let fuzz = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent()

  private static func files(in folder: URL) -> [URL] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.filter { !$0.hasPrefix(".") }.sorted().map { folder.appending(path: $0) }
  }

  static let inputs: [Input] = ["regressions", "corpus"].flatMap { folder in
    FuzzTarget.all.flatMap { target in
      files(in: fuzz.appending(path: folder).appending(path: target.name)).map { file in
        Input(target: target.name, file: file)
      }
    }
  }

  @Test("a target obeys its rules", arguments: inputs)
  func input(_ input: Input) throws {
    let target = try #require(FuzzTarget.named(input.target), "no target has this name")
    #expect(target.complaint(try Array(Data(contentsOf: input.file))) == nil)
  }

  @Test("every target has inputs, and every folder is that of a target")
  func everyTarget() {
    let names = Set(FuzzTarget.all.map(\.name))
    #expect(Set(Self.inputs.map(\.target)) == names)
    let folders = Self.files(in: Self.fuzz.appending(path: "regressions")).map(\.lastPathComponent)
    #expect(names.isSuperset(of: folders))
  }

  @Test("the scripts run and count every target", arguments: ["fuzz", "check-robustness"])
  func scripts(name: String) throws {
    let script = try String(
      contentsOf: Self.fuzz.deletingLastPathComponent().appending(path: "Scripts/\(name)"),
      encoding: .utf8)
    let words = Set(script.split { !$0.isLetter && $0 != "-" })
    for target in FuzzTarget.all {
      #expect(words.contains(Substring(target.name)), "\(target.name)")
    }
  }

  @Test(
    "the store that the fuzzer changes is sound, so that changes reach the code behind the check")
  func baseStore() throws {
    // A copy, because opening a store of an earlier version migrates it.
    let store = try RunStore.open(ScratchFolder.shared.baseStore, access: .read)
    #expect(try store.verify().isEmpty)
    #expect(try store.runs(RunFilter()).count > 5)
  }

  @Test("every recognized format has a dictionary, and every dictionary is used")
  func dictionaries() {
    let found = Self.files(in: Self.fuzz.appending(path: "dictionaries/trace"))
      .map { $0.deletingPathExtension().lastPathComponent }
    #expect(Set(found) == Set(TraceFormat.all.map(\.id) + ["shared"]))
  }
}

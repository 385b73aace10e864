import Foundation
import TestSupport
import Testing

/// Compares `docs/architecture.md` with the code.
@Suite("The architecture document")
struct ArchitectureDocumentTests {
  private static func text(of path: String) throws -> String {
    try String(contentsOf: SharedMaterial.project.appending(path: path), encoding: .utf8)
  }

  /// The steps that a frame passes through: each function and the file that declares it.
  private static func steps() throws -> [(function: String, file: String)] {
    try text(of: "docs/architecture.md").split(separator: "\n").compactMap { line in
      let codes = line.split(separator: "`", omittingEmptySubsequences: false).enumerated()
        .filter { !$0.offset.isMultiple(of: 2) }.map { String($0.element) }
      guard line.first == "|", let file = codes.last, file.hasPrefix("Sources/") else { return nil }
      return (codes[0], file)
    }
  }

  @Test("names functions that are declared in the named files")
  func functions() throws {
    let steps = try Self.steps()
    #expect(steps.count == 29)
    for (function, file) in steps {
      let name = function.split(separator: ".").last.map(String.init) ?? ""
      let declarations =
        name == "init" ? ["init("] : ["func \(name)(", "static let \(name) ", "var \(name):"]
      let source = try Self.text(of: file)
      #expect(
        declarations.contains { source.contains($0) }, "\(file) does not declare \(function)")
    }
  }

  @Test("has a section for every module of Package.swift")
  func modules() throws {
    let document = try Self.text(of: "docs/architecture.md")
    let manifest = try Self.text(of: "Package.swift")
    let modules = manifest.matches(of: /module\(\s*"(\w+)"/).map { String($0.output.1) }
    #expect(modules.count > 10)
    for module in modules + ["hitchmark"] {
      #expect(document.contains("\n### \(module)\n"), "\(module) has no section")
    }
  }
}

import Foundation
import TestSupport
import Testing

@Suite("Strictness about data")
struct StrictTests {
  private static let header = "timestamp_ms\n"

  /// 200 uneven frames of about 16.7 ms.
  private static let sound =
    header
    + (0...1200).map { String(format: "%.3f\n", Double($0) * 16.7 + Double($0 * 37 % 11) / 10) }
    .joined()

  private static func file(_ text: String) throws -> String {
    let folder = FileManager.default.temporaryDirectory
    let path = folder.appendingPathComponent("strict-\(UUID().uuidString).csv").path
    try text.write(toFile: path, atomically: true, encoding: .utf8)
    return path
  }

  @Test("--strict passes data with no finding worse than a note")
  func passes() throws {
    let path = try Self.file(Self.sound)
    defer { try? FileManager.default.removeItem(atPath: path) }
    let outcome = try Tool.run(["analyze", "--strict", path])
    #expect(outcome.status == 0, "\(outcome.errors)")
  }

  @Test("--strict prints everything, and then fails on a warning")
  func fails() throws {
    let path = try Self.file(Self.sound + "not a number\n")
    defer { try? FileManager.default.removeItem(atPath: path) }
    let lax = try Tool.run(["analyze", path])
    let strict = try Tool.run(["analyze", "--strict", path])
    #expect(lax.status == 0)
    #expect(strict.status == 2)
    #expect(strict.output == lax.output)
    #expect(strict.errors.contains("the data of 1 of 1 run has quality warnings"))
  }

  @Test("--strict applies to both sides of a comparison")
  func compares() throws {
    let good = try Self.file(Self.sound)
    let bad = try Self.file(Self.header + (0..<50).map { "\($0 * 17)\n" }.joined())
    defer { for path in [good, bad] { try? FileManager.default.removeItem(atPath: path) } }
    let outcome = try Tool.run(["compare", "--strict", good, bad, "--metrics", "fps.avg"])
    #expect(outcome.status == 2)
    #expect(outcome.output.contains("50 frames are too few") || outcome.output.contains("too few"))
  }
}

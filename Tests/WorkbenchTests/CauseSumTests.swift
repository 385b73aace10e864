import Analysis
import Foundation
import Recordings
import RunFolders
import TestSupport
import Testing
import Units

@testable import Workbench

@Suite("Causes of late frames in fixtures")
struct CauseSumTests {
  /// The formats whose fixtures contain what frames spent their time on.
  private static let formats: Set<String> = [
    "atrace", "capframex-csv", "capframex-json", "frameview", "ocat", "chrome", "gfxinfo",
    "jankstats", "metal-hud", "native",
    "perfetto", "presentmon", "unreal-csv",
  ]

  /// The summary of the first run of a fixture; `nil` if the fixture is refused.
  private static func summary(of path: String, refreshRate: String) throws -> RunSummary? {
    var settings = ParameterSettings()
    try settings.set(.refreshRate, to: refreshRate)
    guard let plan = try? TraceDiscovery.plan([path]), let planned = plan.runs.first else {
      return nil
    }
    let analysis = TraceAnalysis(
      plan: plan, format: nil, stream: nil, settings: settings, needs: RunNeeds(causes: true))
    return try? analysis.firstSummary(of: planned)
  }

  @Test("the causes of a run sum to its hitch time", arguments: ["60", "240"])
  func sums(refreshRate: String) throws {
    let folder = SharedMaterial.project.appending(path: "Tests/Fixtures/traces")
    var explained: Set<String> = []
    for format in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
      let files = try FileManager.default.contentsOfDirectory(
        atPath: folder.appending(path: format).path)
      for file in files where !file.hasSuffix(".expected.txt") {
        let path = folder.appending(path: "\(format)/\(file)").path
        guard let run = try Self.summary(of: path, refreshRate: refreshRate),
          let causes = run.causes?.value, let ratio = run["hitch.ratio"]?.value.value
        else { continue }
        explained.insert(format)
        // Equal to within a nanosecond of hitch time.
        let sum = causes.shares.values.reduce(0) { $0 + $1.time }
        #expect(abs(sum - ratio * causes.duration.seconds) < 1e-6, "\(format)/\(file)")
        #expect(causes.shares.values.allSatisfy { $0.time >= 0 }, "\(format)/\(file)")
      }
    }
    #expect(explained == Self.formats)
  }
}

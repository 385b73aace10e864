import Recordings
import Testing
import Units

@testable import Analysis

@Suite("Sample of devices")
struct DeviceSampleTests {
  private static let metric = Metric.all.first { $0.id == "fps.avg" }

  private static func sample(_ changes: [Double]) throws -> DeviceSample {
    DeviceSample(metric: try #require(metric), changes: changes, isRelative: true)
  }

  // By hand: 2 · (1 + 6)/64, 2 · 1/64, 2 · (1 + 9 + 36)/512; a device without a change does not count.
  @Test(
    "the sign test counts devices",
    arguments: [
      ([-0.1, -0.2, -0.1, -0.3, -0.1, 0.1], 0.21875), ([-1.0, -2, -3, -4, -5, -6], 0.03125),
      ([-1, -2, -3, -4, -5, -6, -7, 1, 2], 0.1796875), ([-1, -2, -3, -4, -5, -6, 0], 0.03125),
      ([1, -1], 1), ([0, 0], 1),
    ] as [([Double], Double)])
  func signTest(changes: [Double], expected: Double) throws {
    #expect(abs(try Self.sample(changes).pValue - expected) < 1e-12)
  }

  @Test("the leading changes are those of most devices, the smallest first")
  func leading() throws {
    #expect(try Self.sample([-0.12, 0.02, -0.04, -0.1]).leading == [-0.04, -0.1, -0.12])
    #expect(try Self.sample([0, 0]).leading.isEmpty)
  }
}

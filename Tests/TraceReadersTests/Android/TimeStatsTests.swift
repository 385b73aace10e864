import Recordings
import Testing

@testable import Decoding
@testable import Histories
@testable import RunFolders
@testable import TraceReaders

@Suite("SurfaceFlinger's histograms")
struct TimeStatsTests {
  private func histogram(_ counts: [Int: Int]) -> TimeStatsHistogram {
    var histogram = TimeStatsHistogram()
    for (start, count) in counts { histogram.add(count, atLeast: start) }
    return histogram
  }

  @Test(
    "a percentile is the bin in which the value with that rank is",
    arguments: [
      (0.5, 16, 17), (0.9, 16, 17), (0.91, 34, 36), (0.95, 34, 36), (0.96, 146, 150),
      (0.99, 950, 1000),
    ] as [(Double, Int, Int)])
  func bins(quantile: Double, start: Int, end: Int) throws {
    let bin = try #require(
      histogram([16: 90, 34: 5, 146: 3, 950: 2]).bin(ofQuantile: quantile))
    #expect(bin.start == start)
    #expect(bin.end == end)
  }

  @Test func theLastBinHasNoEnd() throws {
    let last = histogram([16: 1, 1000: 1])
    #expect(try #require(last.bin(ofQuantile: 1)).end == nil)
    #expect(last.means?.ofStarts == 508)
    #expect(last.means?.ofEnds == nil)
    #expect(histogram([16: 1, 34: 1]).means?.ofEnds == 26.5)
    #expect(histogram([:]).bin(ofQuantile: 0.5) == nil)
    #expect(histogram([:]).means == nil)
  }
}

import Statistics
import Testing

@Suite("The block bootstrap")
struct BlockBootstrapTests {
  func mean(_ values: inout [Double]) -> Double? { Moments.mean(of: values) }

  @Test func theSameValuesGiveTheSameInterval() throws {
    let sample = try Sample(Runs.fifty)
    let interval = try #require(BlockBootstrap().interval(of: sample, statistic: mean))
    #expect(interval == BlockBootstrap().interval(of: sample, statistic: mean))
    #expect(interval.contains(sample.mean))
  }

  // A bootstrap of single values has a standard error of s·√((n − 1)/n)/√n, which is 0.40 here.
  @Test func singleValuesGiveTheUsualErrorOfAMean() throws {
    let sample = try Sample(Runs.fifty)
    let interval = try #require(
      BlockBootstrap(blockLength: 1, draws: 4000).interval(of: sample, statistic: mean))
    let error = (sample.sumOfSquares).squareRoot() / 50
    #expect(near((interval.upper - interval.lower) / 2, 1.96 * error, within: 0.06))
  }

  @Test(
    "blocks widen the interval of autocorrelated values",
    arguments: [BlockBootstrap.Blocks.circular, .moving])
  func correlation(blocks: BlockBootstrap.Blocks) throws {
    let waves = try Sample((0..<400).map { Double($0 / 20 * 7 % 5) })
    let single = try #require(
      BlockBootstrap(blocks, blockLength: 1).interval(of: waves, statistic: mean))
    let whole = try #require(
      BlockBootstrap(blocks, blockLength: 20).interval(of: waves, statistic: mean))
    #expect(whole.upper - whole.lower > 2 * (single.upper - single.lower))
  }

  @Test func aBlockAsLongAsTheSeriesIsTheSeries() throws {
    let sample = try Sample([1, 2, 4])
    let interval = try #require(
      BlockBootstrap(.moving, blockLength: 9, draws: 10).interval(of: sample, statistic: mean))
    #expect(interval.lower == interval.upper)
    #expect(near(interval.lower, 7.0 / 3))
  }

  @Test func aStatisticWithoutAValueHasNoInterval() throws {
    #expect(BlockBootstrap(draws: 5).interval(of: try Sample([1, 2])) { _ in nil } == nil)
    #expect(BlockBootstrap(draws: 5).interval(of: try Sample([1, 2])) { _ in .nan } == nil)
  }

  @Test func theStatisticMaySortWhatItIsGiven() throws {
    let interval = try #require(
      BlockBootstrap().interval(of: try Sample(Runs.fifty)) { values in
        values.sort()
        return Quantile.ofSorted(values, at: 0.5)
      })
    #expect(interval.contains(try Sample(Runs.fifty).median))
  }

  @Test(
    "the default block length is the cube root",
    arguments: [(1, 1), (8, 2), (9, 3), (1000, 10), (1001, 11)])
  func blockLength(count: Int, expected: Int) {
    #expect(BlockBootstrap.defaultBlockLength(count: count) == expected)
  }
}

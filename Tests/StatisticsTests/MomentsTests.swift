import Statistics
import Testing

@Suite("Mean and spread")
struct MomentsTests {
  @Test func smallTermsAreNotLostInALongSum() {
    var sum = CompensatedSum()
    sum.add(1e16)
    for _ in 0..<1000 { sum.add(1) }
    sum.add(-1e16)
    #expect(sum.value == 1000)
  }

  @Test func theMeanOfNothingIsNotKnown() {
    #expect(Moments.mean(of: []) == nil)
    #expect(Moments.mean(of: [3]) == 3)
  }

  @Test func theMeanDoesNotDependOnTheOrder() {
    let values = (1...999).map { 1 / Double($0) }
    #expect(Moments.mean(of: values) == Moments.mean(of: values.reversed()))
  }

  // statistics.stdev([2, 4, 4, 4, 5, 5, 7, 9])
  @Test func theDeviationDividesByOneLess() throws {
    let deviation = try #require(Moments.standardDeviation(of: [2, 4, 4, 4, 5, 5, 7, 9]))
    #expect(abs(deviation - 2.138089935299395) < 1e-15)
  }

  @Test func theDeviationOfLargeNumbersKeepsItsDigits() throws {
    let values: [Double] = [1_000_000_004, 1_000_000_007, 1_000_000_013, 1_000_000_016]
    let deviation = try #require(Moments.standardDeviation(of: values))
    #expect(abs(deviation - 30.0.squareRoot()) < 1e-12)
  }

  @Test func oneValueHasNoDeviation() {
    #expect(Moments.standardDeviation(of: [3]) == nil)
  }

  @Test(arguments: [
    ([3.0], 3.0), ([4, 1], 2.5), ([9, 1, 5], 5), ([8, 2, 4, 6], 5), ([2, 2, 2], 2),
    ([.greatestFiniteMagnitude, .greatestFiniteMagnitude], .greatestFiniteMagnitude),
  ])
  func theMedianIsInTheMiddle(values: [Double], median: Double) {
    #expect(Moments.median(of: values) == median)
  }

  @Test func noValuesHaveNoMedian() {
    #expect(Moments.median(of: []) == nil)
  }

  @Test(
    "The median that sorts its values in place equals the other one, for any number of values",
    arguments: 0...20)
  func theMedianOfValuesInPlace(count: Int) {
    // Includes equal neighbors and both zeros.
    var values = (0..<count).map { Double($0 * 7 % 11) - 5 }
    if count > 2 { values[2] = -0.0 }
    let expected = Moments.median(of: values)
    let ascending = values.sorted()
    values.withUnsafeMutableBufferPointer {
      #expect(Moments.median(sorting: $0) == expected)
    }
    #expect(values == ascending)
  }
}

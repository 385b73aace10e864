import Statistics
import Testing

@Suite("Outliers")
struct GrubbsTests {
  // NIST/SEMATECH e-Handbook of Statistical Methods, 1.3.5.17.1: G = 2.4687. The p-value is 2n times SciPy's
  // t.sf(t, n − 2), where t² = n (n − 2) G² ÷ ((n − 1)² − n G²).
  @Test func isTheHandbooksExample() throws {
    let sample = try Sample([199.31, 199.53, 200.19, 200.82, 201.92, 201.95, 202.18, 245.57])
    let test = try Grubbs(sample)
    #expect(test.index == 7)
    #expect(abs(test.g - 2.4687) < 1e-4)
    #expect(near(test.pValue, 3.002638682071362e-07, within: 1e-8))
  }

  @Test func whatBelongsToTheOthersHasALargePValue() throws {
    #expect(try Grubbs(try Sample([9.9, 10, 10.1, 10.05])).pValue > 0.3)
    // t = √3 with one degree of freedom has an upper tail of 1/6.
    #expect(near(try Grubbs(try Sample([1, 2, 3])).pValue, 1))
  }

  @Test func fewerThanThreeAndOthersThatAreEqualAreRefused() throws {
    #expect(throws: SampleError.tooFew(count: 2, needed: 3)) { try Grubbs(try Sample([1, 2])) }
    #expect(throws: SampleError.noSpread) { try Grubbs(try Sample([5, 5, 5, 6])) }
    #expect(throws: SampleError.noSpread) { try Grubbs(try Sample([5, 5, 5])) }
  }

  // At a level of 1%, false alarms occur in 1% of normal samples; 0.5% to 1.7% allows for chance.
  @Test(arguments: [3, 5, 10, 30])
  func normalSamplesHaveNone(count: Int) throws {
    var runner = Runner(generator: SplitMix64(seed: 77))
    var alarms = 0
    for _ in 0..<1500 {
      let values = (0..<count).map { _ in runner.normal() }
      if try Grubbs(try Sample(values)).pValue <= StatisticalConstants.outlyingLevel { alarms += 1 }
    }
    #expect((8...26).contains(alarms), "\(alarms)")
  }
}

import Statistics
import Testing

@Suite("Random numbers from a seed")
struct SplitMix64Tests {
  // The first five numbers of the published generator, computed with Python's integers.
  @Test func areThoseOfThePublishedGenerator() {
    var generator = SplitMix64(seed: 1_234_567)
    let numbers = (0..<5).map { _ in generator.next() }
    #expect(
      numbers == [
        6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423,
        4_593_380_528_125_082_431, 16_408_922_859_458_223_821,
      ])
  }

  @Test func drawsAreEvenlySharedOut() {
    var generator = SplitMix64(seed: 1)
    var counts = [Int](repeating: 0, count: 6)
    for _ in 0..<60_000 { counts[generator.draw(below: 6)] += 1 }
    // χ² with 5 degrees of freedom is below 20.5 in 99.9% of cases.
    let chiSquare = counts.map { Double(($0 - 10_000) * ($0 - 10_000)) / 10_000 }.reduce(0, +)
    #expect(chiSquare < 20.5, "\(counts)")
  }

  @Test func aBoundJustOverHalfOfAllNumbersIsKept() {
    var generator = SplitMix64(seed: 2)
    let bound = Int.max / 4 * 3
    let draws = (0..<1000).map { _ in generator.draw(below: bound) }
    #expect(draws.allSatisfy { 0 <= $0 && $0 < bound })
    #expect(draws.contains { $0 > bound / 2 } && draws.contains { $0 < bound / 2 })
  }

  @Test func everyOrderOfThreeIsAsLikely() {
    var generator = SplitMix64(seed: 3)
    var counts: [[Double]: Int] = [:]
    for _ in 0..<6000 {
      var elements = [1.0, 2, 3]
      generator.shuffle(&elements)
      counts[elements, default: 0] += 1
    }
    #expect(counts.count == 6)
    #expect(counts.values.allSatisfy { (880...1120).contains($0) }, "\(counts)")
  }

  @Test func shufflingNothingOrOneIsNothing() {
    var generator = SplitMix64(seed: 4)
    var none: [Double] = []
    var one = [7.0]
    generator.shuffle(&none)
    generator.shuffle(&one)
    #expect(none.isEmpty && one == [7])
  }
}

@Suite("Fingerprints of data")
struct FingerprintTests {
  // The test vector "foobar" of the algorithm's authors.
  @Test func aTextHasThePublishedOne() {
    #expect(Fingerprint(of: "foobar").value == 0x8594_4171_F739_67E8)
    #expect(Fingerprint().value == 0xCBF2_9CE4_8422_2325)
  }

  // Python: FNV-1a over struct.pack('<ddd', 1.0, 2.5, -3.0)
  @Test func numbersCountByTheirLittleEndianBytes() {
    #expect(Fingerprint(of: [1, 2.5, -3]).value == 0xFA94_E152_570A_2D14)
  }

  @Test func theTwoZerosAreAlikeAndOrderCounts() {
    #expect(Fingerprint(of: [-0.0]).value == Fingerprint(of: [0.0]).value)
    #expect(Fingerprint(of: [1, 2]).value != Fingerprint(of: [2, 1]).value)
  }
}

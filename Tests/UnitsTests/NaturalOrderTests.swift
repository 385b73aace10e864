import Testing
import Units

@Suite("Natural order")
struct NaturalOrderTests {
  @Test(
    "A number sorts by its value, other bytes sort as they are",
    arguments: [
      ("2", "10"), ("a2b", "a10"), ("a", "a1"), ("run-9", "run-10"), ("b", "Ä"), ("", "\u{0}"),
      ("1.2.3", "1.2.10"), ("1.2.10", "1.10.3"), ("2000-5", "2000-10"), ("A", "a"), ("!", "0"),
      ("0", "2"), ("9", "a"), ("a10b", "a11"), ("7", String(repeating: "7", count: 300)),
    ])
  func order(lower: String, higher: String) {
    #expect(NaturalKey(lower) < NaturalKey(higher))
    #expect(!(NaturalKey(higher) < NaturalKey(lower)))
  }

  @Test("Leading zeros of a number do not count, but equal keys have one order")
  func numbers() {
    #expect(NaturalKey("run 007") == NaturalKey("run 7"))
    #expect(["b 2", "b 010", "b 10", "b 1"].naturallySorted() == ["b 1", "b 2", "b 010", "b 10"])
    #expect(["1", "01"].naturallySorted() == ["01", "1"])
  }
}

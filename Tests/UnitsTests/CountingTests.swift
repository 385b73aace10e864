import Testing
import Units

@Suite("Counts and lists in sentences")
struct CountingTests {
  @Test("a count of 1 has a noun in the singular")
  func counts() {
    #expect(counted(1, "run") == "1 run")
    #expect(counted(0, "run") == "0 runs")
    #expect(counted(2, "hitch", "hitches") == "2 hitches")
  }

  @Test("the last of several texts follows the word and")
  func lists() {
    #expect([String]().listed == "")
    #expect(["a"].listed == "a")
    #expect(["a", "b"].listed == "a and b")
    #expect(["a", "b", "c"].listed == "a, b and c")
  }
}

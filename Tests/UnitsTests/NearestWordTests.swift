import Testing
import Units

@Suite("The nearest word")
struct NearestWordTests {
  @Test(
    "is the most similar one, and among equals the one with the same beginning",
    arguments: [
      ("fps.avh", ["fps.max", "fps.avg"], "fps.avg"),
      ("thesis/61", ["thesis/1", "thesis/6.1"], "thesis/6.1"),
      ("tresis", ["thesis", "feed"], "thesis"),
      ("--floor", ["--color", "--noise-floor"], "--noise-floor"),
      ("fps.low1", ["fps.low", "fps.low01", "fps.low1.average"], "fps.low"),
      ("low1", ["flow", "fps.low1.average"], "fps.low1.average"),
      ("stab", ["fps.avg", "stability"], "stability"),
    ])
  func nearest(word: String, among words: [String], expected: String) {
    #expect(word.nearest(among: words) == expected)
  }

  @Test("does not exist if all words are too different")
  func none() {
    #expect("frames".nearest(among: ["cpu", "memory"]) == nil)
  }
}

import Documents
import Foundation
import Testing

@Suite struct JSONTests {
  static let compact: [(JSONValue, String)] = [
    (.null, "null"), (true, "true"), (16, "16"), (.integer(.min), "-9223372036854775808"),
    (16.0, "16"), (-0.5, "-0.5"), (0.1, "0.1"), (1e300, "1e+300"),
    (.number(.leastNonzeroMagnitude), "5e-324"),
    (58.82583630730617, "58.82583630730617"), (.number(.nan), "null"), (.number(.infinity), "null"),
    ("a\"b\\c\n\t\u{1B}\u{202E}é", "\"a\\\"b\\\\c\\n\\t\\u001b\\u202eé\""),
    ([], "[]"), ([:], "{}"), ([1, [2, nil]], "[1,[2,null]]"),
    (["z": 1, "a": ["b": false]], "{\"z\":1,\"a\":{\"b\":false}}"),
  ]

  @Test(arguments: compact) func valuesAreWrittenCompactly(value: JSONValue, text: String) {
    #expect(value.text(.compact) == text)
  }

  @Test func prettyTextKeepsOrderAndShortListsOnOneLine() {
    let value: JSONValue = [
      "schema": "example/1",
      "runs": [["source": "run.csv", "frames": 300, "at": [0.5, 1]], ["source": "b.csv"]],
      "none": [],
      "deep": ["deeper": ["deepest": 1]],
    ]
    #expect(
      value.text() == """
        {
          "schema": "example/1",
          "runs": [
            {"source": "run.csv", "frames": 300, "at": [0.5, 1]},
            {"source": "b.csv"}
          ],
          "none": [],
          "deep": {
            "deeper": {"deepest": 1}
          }
        }
        """)
  }

  @Test func longListsTakeALineAnElement() {
    let long = String(repeating: "x", count: 91)
    #expect(JSONValue.array([.string(long), 1]).text() == "[\n  \"\(long)\",\n  1\n]")
  }

  @Test(arguments: [0, 1, 3, 5000])
  func listsThatAreMadeAsTheyAreWrittenReadLikeArraysInOneTextOrInPieces(count: Int) {
    @Sendable func element(_ position: Int) -> JSONValue {
      ["name": .string("run \(position)"), "values": [1, .integer(position)], "empty": []]
    }
    let list = JSONValue.list(.init(count: count, element))
    let array = JSONValue.array((0..<count).map(element))
    let (made, kept): (JSONValue, JSONValue) = (["a": 1, "b": list], ["a": 1, "b": array])
    #expect(made.text() == kept.text() && made.text(.compact) == kept.text(.compact))
    var pieces: [String] = []
    made.write { pieces.append($0) }
    #expect(pieces.joined() == kept.text())
    #expect(pieces.allSatisfy { $0.utf8.count < 70_000 } && (pieces.count > 1) == (count == 5000))
  }

  @Test func doublesReadBackToTheSameBits() throws {
    var state: UInt64 = 2017
    for _ in 0..<1000 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      let number = Double(bitPattern: state)
      guard number.isFinite else { continue }
      let text = JSONValue.number(number).text()
      #expect(Double(text) == number)
    }
  }

  @Test func everyTextReadsBackThroughAnotherParser() throws {
    let text = Renderer.json.render(Samples.hostile)
    let object = try JSONSerialization.jsonObject(with: Data(text.utf8))
    let blocks = try #require((object as? [String: Any])?["blocks"] as? [[String: Any]])
    let texts = blocks.compactMap { $0["kind"] as? String == "paragraph" ? $0["text"] : nil }
    let expected = Samples.attacks.flatMap { [$0, "✗ \($0)"] }
    #expect(texts as? [String] == expected)
  }
}

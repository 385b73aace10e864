/// A series as a line of block characters, with marks where its level changed.
enum Sparkline {
  private static let blocks: [Character] = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]

  /// Draws the newest values: one character per value, scaled from the smallest to the largest of
  /// them, and ▲ or ▼ per mark.
  ///
  /// `marks` are positions before which the level rose (`true`) or fell.
  static func text<Values: RandomAccessCollection<Double>>(
    of values: Values, newest count: Int, marks: [Int: Bool]
  ) -> String where Values.Index == Int {
    let shown = values.indices.suffix(count)
    let drawn = shown.map { values[$0] }
    guard let least = drawn.min(), let most = drawn.max() else { return "" }
    var text = ""
    for index in shown {
      if let rose = marks[index] { text.append(rose ? "▲" : "▼") }
      text.append(block(values[index], least, most))
    }
    return text
  }

  private static func block(_ value: Double, _ least: Double, _ most: Double) -> Character {
    guard most > least else { return blocks[3] }
    let share = (value - least) / (most - least)
    return blocks[min(Int(share * 8), 7)]
  }
}

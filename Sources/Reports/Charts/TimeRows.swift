internal import Documents
internal import Units

/// The rows of a table over time: stretches of a round length, few enough to be read.
struct TimeRows {
  /// How long each stretch is, in seconds.
  let step: Double
  let count: Int

  private static let steps: [Double] = [
    0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600,
  ]

  /// Divides a time.
  ///
  /// - Parameters:
  ///   - seconds: from 0 to where.
  ///   - most: how many rows there may be.
  ///   - least: the shortest stretch that makes sense, in seconds.
  init(over seconds: Double, most: Int, least: Double = 0.01) {
    let needed = max(seconds / Double(most), least)
    let hours = (needed / 3600).rounded(.up) * 3600
    step = Self.steps.first { $0 >= needed } ?? hours
    count = max(1, Int((seconds / step - 1e-9).rounded(.up)))
  }

  /// The row that something belongs to that ends at a time, in seconds.
  func row(of end: Double) -> Int {
    min(max(Int((end / step - 1e-9).rounded(.down)), 0), count - 1)
  }

  /// What a row is called, such as `0–5 s`.
  func header(_ row: Int) -> String {
    let decimals = step < 0.1 ? 2 : step < 1 ? 1 : 0
    let ends = [Double(row) * step, Double(row + 1) * step].map {
      SpreadsheetRounding.text($0, decimals: decimals)
    }
    return "\(ends[0])–\(ends[1]) s"
  }

  /// A time as sentences have it, in seconds.
  static func text(_ seconds: Double) -> String {
    Printing(decimals: 1, showsUnit: true).text(Quantity(seconds, .seconds))
  }
}

internal import Documents
internal import Units

/// Divides a duration into table rows of a round length, few enough to read.
struct TimeRows {
  /// The length of each row, in seconds.
  let step: Double
  let count: Int

  private static let steps: [Double] = [
    0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600,
  ]

  /// Divides a duration.
  ///
  /// - Parameters:
  ///   - seconds: the duration.
  ///   - most: the largest number of rows.
  ///   - least: the smallest length of a row, in seconds.
  init(over seconds: Double, most: Int, least: Double = 0.01) {
    let needed = max(seconds / Double(most), least)
    let hours = (needed / 3600).rounded(.up) * 3600
    step = Self.steps.first { $0 >= needed } ?? hours
    count = max(1, Int((seconds / step - 1e-9).rounded(.up)))
  }

  /// The row of something that ends at a time, in seconds.
  func row(of end: Double) -> Int {
    min(max(Int((end / step - 1e-9).rounded(.down)), 0), count - 1)
  }

  /// The header of a row, such as `0–5 s`.
  func header(_ row: Int) -> String {
    let decimals = step < 0.1 ? 2 : step < 1 ? 1 : 0
    let ends = [Double(row) * step, Double(row + 1) * step].map {
      SpreadsheetRounding.text($0, decimals: decimals)
    }
    return "\(ends[0])–\(ends[1]) s"
  }

  /// A time in seconds, for sentences.
  static func text(_ seconds: Double) -> String {
    Printing(decimals: 1, showsUnit: true).text(Quantity(seconds, .seconds))
  }
}

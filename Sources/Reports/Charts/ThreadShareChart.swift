internal import Documents
internal import Units

/// The CPU time by thread before and after a change.
struct ThreadShareChart {
  /// A thread's share of the CPU time on both sides; `nil` if it was not sampled.
  struct Share: Equatable {
    let thread: String
    let before: Double?
    let after: Double?
  }

  private let before: String
  private let after: String
  private let shares: [Share]
  private let left: Int
  private let anchor: Anchor

  private static let most = 12

  /// Prepares the chart.
  ///
  /// It shows the threads with the largest shares. `before` and `after` are the names of the sides.
  init(
    of shares: [Share], before: String, after: String, anchor: Anchor = "chart-threads"
  ) {
    self.anchor = anchor
    self.before = before
    self.after = after
    let sorted = shares.filter { $0.before != nil || $0.after != nil }.sorted { left, right in
      (-left.largest, left.thread) < (-right.largest, right.thread)
    }
    self.shares = Array(sorted.prefix(Self.most))
    left = sorted.count - self.shares.count
  }

  /// `nil` if no thread was sampled.
  var chart: Chart? {
    guard !shares.isEmpty else { return nil }
    return Chart(
      anchor: anchor, title: "Share of CPU time by thread, \(before) and \(after)",
      description: description,
      x: Chart.Axis("Share of CPU time", unit: .fraction, domain: 0...end),
      panels: [
        Chart.Panel(
          y: Chart.Axis("", scale: .categories(shares.map(\.thread))),
          marks: [
            side(\.before, Chart.Symbol(.circle, isHollow: true), .series(0), before),
            side(\.after, Chart.Symbol(.diamond), .series(1), after), joins,
          ])
      ], values: values,
      remarks: left == 0
        ? [] : ["Only the \(shares.count) busiest of \(shares.count + left) threads are shown."])
  }

  /// The next tenth above the largest share.
  private var end: Double {
    let largest = shares.map(\.largest).max() ?? 0
    return max(0.1, (largest * 10).rounded(.up) / 10)
  }

  private func side(
    _ value: (Share) -> Double?, _ symbol: Chart.Symbol, _ ink: Chart.Ink, _ name: String
  ) -> Chart.Mark {
    let points = shares.enumerated().compactMap { row, share in
      value(share).map {
        Chart.Point($0, Double(row), note: "\(share.thread), \(name): \(Self.text($0))")
      }
    }
    return Chart.Mark(.dots(points, symbol), ink: ink, name: name)
  }

  private var joins: Chart.Mark {
    let lines = shares.enumerated().compactMap { row, share -> [Chart.Point]? in
      guard let before = share.before, let after = share.after else { return nil }
      return [Chart.Point(before, Double(row)), Chart.Point(after, Double(row))]
    }
    return Chart.Mark(.line(lines), ink: .quiet)
  }

  private static func text(_ share: Double) -> String {
    Quantity(share, .fraction).text(decimals: 1)
  }

  private var description: String {
    shares.map { share in
      let sides = [share.before, share.after].map { $0.map(Self.text) ?? "not sampled" }
      return "\(share.thread): \(sides[0]), then \(sides[1])."
    }.joined(separator: " ")
  }

  private var values: Table {
    Table(
      anchor: Anchor("\(anchor.name) values"), caption: "Share of CPU time by thread",
      corner: "Thread",
      columns: [Table.Column(before, id: "before"), Table.Column(after, id: "after")],
      rows: shares.map { share in
        Table.Row(
          share.thread,
          cells: [share.before, share.after].map { value in
            value.map { .quantity(Quantity($0, .fraction)) } ?? .missing("not sampled")
          })
      })
  }
}

extension ThreadShareChart.Share {
  fileprivate var largest: Double { max(before ?? 0, after ?? 0) }
}

internal import Analysis
internal import Documents
internal import Recordings
internal import Units

/// The hitch time of each side as a bar that is divided into causes.
struct CauseChart {
  /// More colors are hard to tell apart; the sixth is gray, for the rest.
  private static let mostCauses = 5

  private let sides: [(name: String, rows: [CauseTable.Row])]
  private let title: String
  private let number: Int

  init(of sides: [(name: String, side: ComparedSide)], title: String, number: Int) {
    self.sides = sides.map { ($0.name, CauseTable.causes(of: $0.side)) }
    self.title = title
    self.number = number
  }

  /// `nil` if no frame is late.
  var chart: Chart? {
    let causes = shown
    let totals = sides.map { $0.rows.reduce(0) { $0 + $1.rate } }
    guard let longest = totals.max(), longest > 0 else { return nil }
    return Chart(
      anchor: Anchor("chart causes \(number)"),
      title: "Hitch time by cause" + (title.isEmpty ? "" : ", \(title)"),
      description: description(totals),
      x: Chart.Axis("Hitch time per second", unit: .millisecondsPerSecond, domain: 0...longest),
      panels: [
        Chart.Panel(
          y: Chart.Axis("", scale: .categories(sides.map(\.name))), marks: marks(of: causes))
      ], values: nil, width: .half)
  }

  /// The causes with a color of their own, the largest first.
  private var shown: [Cause] {
    var sums: [Cause: Double] = [:]
    for row in sides.flatMap(\.rows) where ![.unexplained, .rest].contains(row.cause.kind) {
      sums[row.cause, default: 0] += row.rate
    }
    return sums.filter { $0.value > 0 }.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
      .prefix(Self.mostCauses).map(\.key)
  }

  private func marks(of causes: [Cause]) -> [Chart.Mark] {
    var ends = sides.map { _ in 0.0 }
    func mark(_ name: String, _ ink: Chart.Ink, _ rate: ([CauseTable.Row]) -> Double) -> Chart.Mark
    {
      let boxes = sides.indices.compactMap { side -> Chart.Box? in
        let (start, length) = (ends[side], rate(sides[side].rows))
        ends[side] += length
        guard length > 0 else { return nil }
        let row = Double(side)
        return Chart.Box(x: start...start + length, y: row - 0.35...row + 0.35)
      }
      return Chart.Mark(.boxes(boxes), ink: ink, name: name)
    }
    var marks = causes.enumerated().map { index, cause in
      mark(cause.name, .series(index)) { rows in
        rows.filter { $0.cause == cause }.reduce(0) { $0 + $1.rate }
      }
    }
    marks.append(
      mark("other causes, or not explained by any cause", .series(Self.mostCauses)) { rows in
        rows.filter { !causes.contains($0.cause) }.reduce(0) { $0 + $1.rate }
      })
    return marks
  }

  private func description(_ totals: [Double]) -> String {
    zip(sides, totals).map { side, total in
      "\(side.name): \(Quantity(total, .count).text(decimals: 1)) ms of hitch time per second."
    }.joined(separator: " ")
  }
}

/// The slowest frames of each side over time, with their causes as notes.
struct SlowFrameChart {
  private let sides: [(name: String, frames: [(run: String, frame: LateFrame)], all: Int)]
  private let title: String
  private let number: Int

  private static let most = 1000

  init(of sides: [(name: String, side: ComparedSide)], title: String, number: Int) {
    self.sides = sides.map { name, side in
      (name, side.slowestFrames(Self.most), side.lateFrames(with: .unexplained).all)
    }
    self.title = title
    self.number = number
  }

  /// `nil` if no frame is late.
  var chart: Chart? {
    let all = sides.flatMap(\.frames)
    guard let latest = all.map(\.frame.excess).max() else { return nil }
    let end = all.map(\.frame.time.seconds).max() ?? 0
    return Chart(
      anchor: Anchor("chart slow frames \(number)"),
      title: "Late frames over time" + (title.isEmpty ? "" : ", \(title)"),
      description: sides.map { "\($0.name): \(counted($0.all, "late frame"))." }
        .joined(separator: " "),
      // Without a unit, because only lines over time can be zoomed.
      x: Chart.Axis("Time (s)", domain: 0...max(end, 1e-3)),
      panels: sides.enumerated().map { index, side in
        Chart.Panel(
          y: Chart.Axis("Late by", unit: .milliseconds, scale: .fromZero, inSight: [latest]),
          height: .half,
          marks: [
            Chart.Mark(
              .dots(
                side.frames.map { item in
                  Chart.Point(
                    item.frame.time.seconds, item.frame.excess,
                    note: "\(item.run): \(item.frame.words)")
                }, Chart.Symbol(.circle)), ink: .series(index), name: side.name)
          ])
      }, values: nil,
      remarks: sides.filter { $0.all > $0.frames.count }.map {
        "\($0.name): only the slowest \($0.frames.count) of \($0.all) late frames are drawn."
      }, width: .half)
  }
}

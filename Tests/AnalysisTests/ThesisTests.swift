import Analysis
import Foundation
import Recordings
import TestSupport
import Testing
import Units

/// Checks the published figures of Reinpalu (2017), from the runs' values to every derived cell.
@Suite(
  "The thesis",
  .enabled(if: SharedMaterial.isThere, Comment(rawValue: SharedMaterial.absence)))
struct ThesisTests {
  struct Cell {
    let figure: Int
    let stage: String
    let baseline: String
    let metric: Metric
    let column: String
    let printed: String

    init(_ line: Substring) throws {
      let fields = line.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
      figure = try #require(Int(fields[0]))
      stage = fields[1]
      baseline = fields[3]
      metric = try #require(Metric.all.first { $0.title == fields[4] })
      column = fields[5]
      printed = fields[6]
    }

    var value: Double? {
      printed.hasSuffix("%")
        ? Double(printed.dropLast()).map { $0 / 100 } : Double(printed)
    }
  }

  static func cells() throws -> [Cell] {
    let text = try String(
      contentsOfFile: SharedMaterial.path("data/thesis/figures.csv"), encoding: .utf8)
    return try text.split(whereSeparator: \.isNewline).dropFirst().map { try Cell($0) }
  }

  static func suite() throws -> SuiteSummary {
    let cells = try cells().filter { $0.figure <= 11 }
    var description = SuiteDescription(id: "thesis")
    description.provenance = "Reinpalu (2017)"
    description.best = "0.1"
    description.worst = "0.2"
    description.endResult = "6.2"
    var runs: [String: [RunSummary]] = [:]
    for cell in cells where description.stages.last?.id != cell.stage {
      description.stages.append(
        .init(
          id: cell.stage, title: cell.stage, baseline: cell.baseline.isEmpty ? nil : cell.baseline))
      runs[cell.stage] = ["#1", "#2"].map { name in
        let own = cells.filter { $0.stage == cell.stage && $0.column == name }
        return run(name, own)
      }
    }
    return try SuiteSummary(description, runs: runs)
  }

  private static func run(_ name: String, _ cells: [Cell]) -> RunSummary {
    var recording = Recording.without(frames: "never published")
    for cell in cells { recording.description.reported[cell.metric.id] = cell.value }
    return RunSummary(of: recording, name: name)
  }

  @Test func allCellsArePrintedAsPublished() throws {
    let suite = try Self.suite()
    let cells = try Self.cells()
    #expect(cells.count == 276)
    for cell in cells {
      let text = try printed(cell, in: suite)
      #expect(text == cell.printed, "\(cell)")
    }
  }

  private func printed(_ cell: Cell, in suite: SuiteSummary) throws -> String? {
    let stage = try #require(suite.stage(cell.stage))
    let baseline = suite.stage(cell.baseline)
    let change = baseline.flatMap { baseline in
      suite.changes(of: stage, from: baseline)[cell.metric]
    }
    let unit = cell.metric.unit
    func text(_ value: Known<Double>?, _ unit: Units.Unit) -> String? {
      value?.value.map { Quantity($0, unit).tableText }
    }
    return switch cell.column {
    case "#1": text(stage[cell.metric].values[0].value, unit)
    case "#2": text(stage[cell.metric].values[1].value, unit)
    case "Average", "End result": text(stage[cell.metric].mean, unit)
    case "Worst case", "Best case": text(change?.reference, unit)
    case "Change (%)": text(change?.relative, .fraction)
    default: text(change?.absolute, unit)
    }
  }

  @Test func theVerdictsAreTheThesis() throws {
    let suite = try Self.suite()
    let rejected = suite.stages.filter { suite.verdict(on: $0) == .rejected }.map(\.stage.id)
    let kept = suite.stages.filter { suite.verdict(on: $0) == .kept }.map(\.stage.id)
    #expect(rejected == ["6.1", "ASDK"])
    #expect(kept == ["1", "2", "3", "4", "5", "6.2"])
  }

  @Test func theEndResultAnswersWithinTheLimit() throws {
    let response = try #require(try Self.suite().responseTime)
    let mean = try #require(response.figure.mean.value)
    #expect(Quantity(mean, .milliseconds).tableText == "73.7")
    #expect(response.isInstantaneous == true)
    #expect(response.figure.basis == .reported)
  }

  @Test func theEndResultIsCloseToTheBest() throws {
    let suite = try Self.suite()
    let endResult = try #require(suite.endResult)
    let standings = try #require(suite.standings(of: endResult))
    let average = try #require(standings.first { $0.metric.id == "fps.avg" })
    // 53.35 of 60 FPS. The difference from 26 is 27.35 of 34.
    #expect(average.shareOfBest.value.map { ($0 * 1e6).rounded() } == 889_167)
    #expect(average.position.value.map { ($0 * 1e6).rounded() } == 804_412)
  }
}

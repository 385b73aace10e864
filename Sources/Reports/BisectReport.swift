public import Analysis
public import Documents
internal import Recordings
internal import Statistics
internal import Units

/// The report of `hitchmark bisect`: the commits that may have changed a metric, and the commits that were measured.
public enum BisectReport {
  /// Builds the report of a search: the most likely commits with their probabilities, and all measured commits.
  public static func document(of result: CommitSearchResult) -> Document {
    let (good, bad) = (result.good.shortCommit, result.bad.shortCommit)
    return Document(
      schema: "hitchmark.bisect/1",
      title: "\(result.metric.title) of \(result.suite)/\(result.stage), \(good)..\(bad)",
      blocks: [
        .text(line(of: result)), .text(answer(of: result)), .table(suspects(of: result)),
        .table(measured(of: result)),
      ],
      isReport: true)
  }

  /// Returns one line with the commits that most likely changed the metric, and the builds, runs and time that the
  /// search took.
  ///
  ///     97% d4e5f6a “Cache glyphs off” · 2% 9b1c2e4 · 14 builds, 41 runs, 52 min
  public static func line(of result: CommitSearchResult) -> String {
    let names = result.credible.prefix(mostNamed).enumerated().map { index, suspect in
      let subject = index == 0 ? result.subject(of: suspect.commit).map { " “\($0)”" } ?? "" : ""
      return "\(percent(suspect.probability)) \(suspect.name)\(subject)"
    }
    let more = result.credible.count - names.count
    let cost =
      "\(counted(result.builds, "build")), \(counted(result.runs, "run")), \(durationText(result.seconds))"
    return (names + (more > 0 ? ["\(more) more"] : []) + [cost]).joined(separator: " · ")
  }

  private static let mostNamed = 5

  private static func answer(of result: CommitSearchResult) -> String {
    let change = result.change.map { result.metric.changeText($0, isRelative: result.isRelative) }
    switch result.end {
    case .decided:
      guard let commit = result.credible.first?.commit else {
        return "The metric does not differ between the two ends of the range of commits."
      }
      let first = "\(result.metric.id) changed by \(change ?? "an unknown amount")"
      return result.credible.count == 1
        ? "\(first) with \(commit.shortCommit)."
        : """
        \(first) with one of \(result.credible.count) commits. Runs cannot tell them apart, because \
        some of them cannot be measured.
        """
    case .budgetSpent:
      return
        """
        The budget of the search was spent before one commit was found to be the cause with a probability of \
        95%; --resume continues the search.
        """
    case .interrupted:
      return
        """
        The search was interrupted before one commit was found to be the cause with a probability of 95%; --resume \
        continues the search.
        """
    case .skipped:
      return
        """
        The commits that would decide the search cannot be measured, so no commit is known to be the cause with a \
        probability of 95%.
        """
    }
  }

  // MARK: - Tables

  private static func suspects(of result: CommitSearchResult) -> Table {
    Table(
      anchor: "suspects",
      caption: "With a probability of 95%, one of the listed commits caused the change",
      corner: "Commit",
      columns: [
        Table.Column("Probability", id: "probability"),
        Table.Column("Subject", .leading, id: "subject"),
        Table.Column("Author", .leading, id: "author", isOptional: true),
        Table.Column("Date", .leading, id: "date", isOptional: true),
      ],
      rows: result.credible.prefix(mostRows).map { suspect in
        let known = suspect.commit.flatMap { result.descriptions[$0] }
        return Table.Row(
          suspect.name, id: suspect.commit ?? "none",
          cells: [
            .quantity(Quantity(suspect.probability, .fraction), .decimals(1)),
            .text(known?.subject ?? ""), .text(known?.author ?? ""),
            .text(known?.date.map { String($0.prefix(10)) } ?? ""),
          ])
      },
      remarks: result.credible.count > mostRows
        ? ["\(result.credible.count - mostRows) more commits are not shown."] : [])
  }

  private static let mostRows = 50

  private static func measured(of result: CommitSearchResult) -> Table {
    Table(
      anchor: "measured", caption: "Measured commits, oldest first", corner: "Commit",
      columns: [
        Table.Column("Runs", id: "runs"),
        Table.Column("Median", id: "median", unit: result.metric.unit),
        Table.Column("Lowest", id: "lowest", unit: result.metric.unit, isOptional: true),
        Table.Column("Highest", id: "highest", unit: result.metric.unit, isOptional: true),
        Table.Column("Subject", .leading, id: "subject"),
      ],
      rows: result.measured.map { commit in
        let values = [
          Moments.median(of: commit.values), commit.values.min(), commit.values.max(),
        ]
        return Table.Row(
          commit.commit.shortCommit, id: commit.commit,
          cells: [.quantity(Quantity(Double(commit.values.count), .count), .decimals(0))]
            + values.map { value in
              value.map { .quantity(Quantity($0, result.metric.unit), result.metric.printing) }
                ?? .empty
            } + [.text(result.subject(of: commit.commit) ?? "")])
      },
      remarks: result.skipped.isEmpty
        ? []
        : [
          "Commits that could not be measured: \(result.skipped.map(\.shortCommit).joined(separator: ", "))."
        ])
  }

  // MARK: - Numbers

  private static func percent(_ share: Double) -> String {
    share >= 0.995 ? "over 99%" : "\(Int((share * 100).rounded()))%"
  }
}

extension CommitSearchResult {
  fileprivate func subject(of commit: String?) -> String? {
    commit.flatMap { descriptions[$0]?.subject }
  }
}

extension CommitSearchResult.Suspect {
  fileprivate var name: String { commit?.shortCommit ?? "no change" }
}

/// The JSON output of `hitchmark bisect` in the format `hitchmark.bisect/1`, which `schemas/bisect.schema.json`
/// defines.
public enum BisectJSON {
  public static func value(of result: CommitSearchResult) -> JSONValue {
    [
      "schema": "hitchmark.bisect/1",
      "generator": .string(Generator.name),
      "suite": .string(result.suite), "stage": .string(result.stage),
      "metric": .string(result.metric.id), "unit": .string(result.metric.unit.id),
      "good": .string(result.good), "bad": .string(result.bad),
      "commits": .integer(result.commits),
      "end": .string(result.end.rawValue),
      "change": result.change.map { .number($0) } ?? .null,
      "change_is_relative": .bool(result.isRelative),
      "suspects": .array(result.credible.map { json($0, in: result) }),
      "measured": .array(result.measured.map(json)),
      "skipped": .array(result.skipped.map { .string($0) }),
      "builds": .integer(result.builds), "runs": .integer(result.runs),
      "seconds": .number(result.seconds),
    ]
  }

  private static func json(
    _ suspect: CommitSearchResult.Suspect, in result: CommitSearchResult
  ) -> JSONValue {
    let known = suspect.commit.flatMap { result.descriptions[$0] }
    return [
      "commit": .text(suspect.commit), "probability": .number(suspect.probability),
      "subject": .text(known?.subject), "author": .text(known?.author), "date": .text(known?.date),
    ]
  }

  private static func json(_ measured: CommitSearchResult.Measured) -> JSONValue {
    ["commit": .string(measured.commit), "values": .array(measured.values.map { .number($0) })]
  }
}

internal import Analysis
internal import Documents
internal import Units

/// A table of metrics with meaning and formula, in which metrics that differ only by numbers share a row.
struct MetricListing {
  private let anchor: Anchor
  private let families: [[Metric]]
  private let sources: [String]

  init(_ anchor: Anchor, of metrics: [Metric]) {
    self.anchor = anchor
    families = metrics.reduce(into: []) { families, metric in
      if let first = families.last?.first, Self.areOfOneFamily(first, metric) {
        families[families.count - 1].append(metric)
      } else {
        families.append([metric])
      }
    }
    sources = metrics.map(\.source).distinct
  }

  /// The table; a source that all metrics share is in a remark, several are in a column.
  var table: Table {
    // A terminal has no room for what the list of metrics and the explanation of one say, too.
    let short = ["Title", "Unit", "Better"].map { Table.Column($0, .leading, isOptional: true) }
    let long = ["Meaning", "Formula"].map { Table.Column($0, .leading) }
    let source = hasSources ? [Table.Column("Source", .leading, isOptional: true)] : []
    return Table(
      anchor: anchor, caption: "", corner: "Id",
      columns: short + long + source, rows: families.map(row),
      remarks: hasSources ? [] : sources.map { "Source: \($0)." })
  }

  private var hasSources: Bool { sources.count > 1 }

  private func row(of family: [Metric]) -> Table.Row {
    let metric = family[0]
    let revision = metric.revision > 1 ? " (revision \(metric.revision))" : ""
    let caveat = metric.caveat.map { " Note: \($0)." } ?? ""
    let texts = [
      Numbered.joined(family.map(\.title)), metric.unit.id, metric.polarity.shortWord,
      Numbered.joined(family.map(\.help)) + caveat,
      Numbered.joined(family.map { Self.short($0.formula) }) + revision,
    ]
    return Table.Row(
      family.map(\.id).joined(separator: ", "), id: metric.id,
      cells: (texts + (hasSources ? [metric.source] : [])).map { .text($0) })
  }

  private static func areOfOneFamily(_ first: Metric, _ second: Metric) -> Bool {
    func facts(_ metric: Metric) -> [String] {
      [
        metric.unit.id, metric.polarity.rawValue, "\(metric.revision)", metric.source,
        metric.caveat ?? "",
      ] + [metric.title, metric.help, metric.formula].map { Numbered.pattern(of: $0) }
    }
    return facts(first) == facts(second)
  }

  /// The symbols that the page defines before its tables.
  static let symbols = [
    "ft = frame time", "p = frame rate of each window", "avg = fps.avg", "v = 1 / refresh rate",
    "n = number of frames",
  ]

  /// A formula without the definitions of these symbols.
  static func short(_ formula: String) -> String {
    let clauses = formula.components("; ")
    let rest = clauses.dropFirst().compactMap { clause -> String? in
      let kept = clause.components(", ").filter { !symbols.contains($0) }
      return kept.isEmpty ? nil : kept.joined(separator: ", ")
    }
    return (clauses.prefix(1) + rest).joined(separator: "; ")
  }
}

/// Texts that differ only by numbers.
private enum Numbered {
  /// The numbers of a text, and the parts around them.
  private static func parts(of text: String) -> [Substring] {
    var parts: [Substring] = []
    var rest = text[...]
    while let first = rest.first {
      let isNumber = first.isWholeNumber
      let part = rest.prefix { isNumber ? $0.isWholeNumber || $0 == "." : !$0.isWholeNumber }
      parts.append(part)
      rest = rest.dropFirst(part.count)
    }
    return parts
  }

  /// The text with `#` in place of each number.
  static func pattern(of text: String) -> String {
    parts(of: text).map { $0.first?.isWholeNumber == true ? "#" : String($0) }.joined()
  }

  /// One text for several of one pattern; where numbers differ it has all of them: “quantile(ft, 0.9 or 0.99)”.
  static func joined(_ texts: [String]) -> String {
    let columns = texts.map(parts)
    guard let first = columns.first else { return "" }
    return first.indices.map { index in
      let values = columns.map { String($0[index]) }
      guard values.contains(where: { $0 != values[0] }) else { return values[0] }
      return values.dropLast().joined(separator: ", ") + " or \(values[values.count - 1])"
    }.joined()
  }
}

extension String {
  fileprivate func components(_ separator: String) -> [String] {
    var parts: [String] = []
    var rest = self[...]
    while let range = rest.firstRange(of: separator) {
      parts.append(String(rest[..<range.lowerBound]))
      rest = rest[range.upperBound...]
    }
    return parts + [String(rest)]
  }
}

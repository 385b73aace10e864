import Foundation

/// Parses a report back into cells, table by table.
struct PrintedCells {
  /// The cells by the table's corner or caption, the row's header and the column's header.
  private(set) var cells: [Key: String] = [:]

  struct Key: Hashable {
    let table: String
    let row: String
    let column: String
  }

  subscript(table: String, row: String, column: String) -> String? {
    cells[Key(table: table, row: row, column: column)]
  }

  private mutating func add(_ header: [String], _ row: [String], caption: String) {
    for (column, cell) in zip(header, row).dropFirst() {
      for table in [header[0], caption] where !table.isEmpty {
        cells[Key(table: table, row: row[0], column: column)] = cell
      }
    }
  }

  // MARK: - Markdown

  init(markdown: String) {
    var header: [String]?
    var caption = ""
    for line in markdown.split(separator: "\n", omittingEmptySubsequences: false) {
      guard line.hasPrefix("|") else {
        if line.hasPrefix("**"), line.hasSuffix("**") {
          caption = String(line.dropFirst(2).dropLast(2))
        }
        header = nil
        continue
      }
      let fields = line.split(separator: "|", omittingEmptySubsequences: false)
        .dropFirst().dropLast().map {
          $0.replacingOccurrences(of: "&ZeroWidthSpace;", with: "")
            .trimmingCharacters(in: .whitespaces)
        }
      guard let names = header else {
        header = fields
        continue
      }
      if fields.allSatisfy({ $0.allSatisfy { "-: ".contains($0) } }) { continue }
      add(names, fields, caption: caption)
    }
  }

  // MARK: - HTML

  init(html: String) {
    for table in Self.elements("table", in: html) {
      let caption = Self.elements("caption", in: table).first.map(Self.plain) ?? ""
      let rows = Self.elements("tr", in: table).map {
        Self.elements("t[hd]", in: $0).map(Self.plain)
      }
      guard let header = rows.first else { continue }
      for row in rows.dropFirst() { add(header, row, caption: caption) }
    }
  }

  private static func elements(_ name: String, in html: String) -> [String] {
    let pattern = "<\(name)(?:\\s[^>]*)?>(.*?)</\(name)>"
    guard
      let expression = try? NSRegularExpression(
        pattern: pattern, options: [.dotMatchesLineSeparators])
    else { return [] }
    let range = NSRange(html.startIndex..., in: html)
    return expression.matches(in: html, range: range).compactMap { match in
      Range(match.range(at: 1), in: html).map { String(html[$0]) }
    }
  }

  private static func plain(_ html: String) -> String {
    html.replacingOccurrences(of: "<[^>]*>", with: "", options: .regularExpression)
      .replacingOccurrences(of: "&amp;", with: "&")
      .trimmingCharacters(in: .whitespacesAndNewlines)
  }

  // MARK: - CSV

  init(csv: String) {
    for line in csv.split(separator: "\n").dropFirst() {
      let fields = Self.fields(of: line)
      guard fields.count > 4, !fields[0].isEmpty else { continue }
      cells[Key(table: fields[1], row: fields[2], column: fields[3])] = fields[4]
    }
  }

  private static func fields(of line: Substring) -> [String] {
    var fields = [""]
    var isQuoted = false
    for character in line {
      switch character {
      case "\"": isQuoted.toggle()
      case "," where !isQuoted: fields.append("")
      default: fields[fields.count - 1].append(character)
      }
    }
    return fields
  }
}

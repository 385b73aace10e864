internal import Units

extension Renderer {
  /// The output format JSON: the document as data, with each number in full precision and as the text that people read.
  public static let json = Renderer(
    id: "json", fileExtension: "json", traits: [.forPrograms, .ownValues]
  ) { document in
    document.json.text() + "\n"
  }
}

extension Document {
  public var json: JSONValue {
    [
      "schema": .string(schema),
      "generator": .string(Generator.name),
      "title": .string(title),
      "blocks": .array(blocks.map(\.json)),
    ]
  }
}

extension Block {
  fileprivate var json: JSONValue {
    switch self {
    case .heading(let level, let text, let anchor):
      [
        "kind": "heading", "level": .integer(level.rawValue), "text": .string(text),
        "anchor": .string(anchor.name),
      ]
    case .paragraph(let inlines), .facts(let inlines):
      ["kind": "paragraph", "text": .string(inlines.plainText)]
    case .notice(let kind, let inlines):
      ["kind": "notice", "notice": .string(kind.rawValue), "text": .string(inlines.plainText)]
    case .list(let items):
      ["kind": "list", "items": .array(items.map { .string($0.plainText) })]
    case .steps(let steps):
      ["kind": "list", "items": .array(steps.map { .string($0.line.plainText) })]
    case .cards(let cards):
      ["kind": "list", "items": .array(cards.map { .string($0.item.plainText) })]
    case .definitions(let definitions):
      ["kind": "definitions", "definitions": .array(definitions.map(\.json))]
    case .table(let table):
      table.json
    case .chart(let chart):
      chart.json
    case .fold(let fold):
      Block.heading(.section, fold.title, anchor: fold.anchor).json
    }
  }
}

extension Chart {
  fileprivate var json: JSONValue {
    .members([
      ("kind", "chart"),
      ("anchor", .string(anchor.name)),
      ("title", .string(title)),
      ("description", .string(description)),
      ("remarks", .strings(remarks)),
      ("values", values?.json),
    ])
  }
}

extension Definition {
  fileprivate var json: JSONValue {
    .object([
      .init("term", .string(term)),
      .init("lines", .array(lines.map { .string($0.plainText) })),
    ])
  }
}

extension Table {
  fileprivate var json: JSONValue {
    [
      "kind": "table",
      "anchor": .string(anchor.name),
      "caption": .string(caption),
      "corner": .string(corner),
      "columns": .array(columns.map(\.json)),
      "rows": .array(rows.map(\.json)),
      "remarks": .strings(remarks),
    ]
  }
}

extension Table.Column {
  fileprivate var json: JSONValue {
    .members([
      ("id", id.map(JSONValue.string)),
      ("title", .string(title)),
      ("unit", (unit?.id).map(JSONValue.string)),
      ("notes", notes.isEmpty ? nil : .strings(notes)),
    ])
  }
}

extension Table.Row {
  fileprivate var json: JSONValue {
    .members([
      ("id", id.map(JSONValue.string)),
      ("header", .string(header)),
      ("notes", notes.isEmpty ? nil : .strings(notes)),
      ("cells", .array(cells.map(\.json))),
    ])
  }
}

extension Cell {
  fileprivate var json: JSONValue {
    .members(
      [("printed", .string(printed))] + content.members + [
        ("emphasis", emphasis == .plain ? nil : .string(emphasis.rawValue)),
        ("notes", notes.isEmpty ? nil : .strings(notes)),
      ])
  }
}

extension Cell.Content {
  fileprivate var members: [(String, JSONValue?)] {
    switch self {
    case .text, .empty: []
    case .missing(let reason): [("value", .null), ("reason", .string(reason))]
    case .quantity(let quantity, let interval, _):
      [
        ("value", .number(quantity.value)),
        ("unit", .string(quantity.unit.id)),
        ("interval", interval.map { [.number($0.lowerBound), .number($0.upperBound)] }),
      ]
    }
  }
}

extension JSONValue {
  fileprivate static func strings(_ strings: [String]) -> JSONValue {
    .array(strings.map(JSONValue.string))
  }

  /// An object with the members that have a value.
  fileprivate static func members(_ members: [(String, JSONValue?)]) -> JSONValue {
    .object(members.compactMap { name, value in value.map { Member(name, $0) } })
  }
}

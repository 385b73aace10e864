/// A line that names the columns of the rows below it.
package struct CSVHeader: Sendable {
  /// The names as they stand there, without blanks around.
  package let names: [String]

  /// Number of the line, from 1.
  package let line: Int

  /// The line's bytes, by which it is known again in the middle of the rows.
  package let bytes: [UInt8]

  private let positions: [String: Int]

  /// Names that stand there more than once, in lower case.
  let repeatedNames: [String]

  /// Reads a header.
  ///
  /// - Parameters:
  ///   - bytes: the line without its end.
  ///   - line: its number.
  package init(bytes: [UInt8], line: Int) {
    self.init(Self.cells(of: bytes), bytes: bytes, line: line)
  }

  /// Names columns that no line names.
  ///
  /// - Parameters:
  ///   - names: in the order of the columns.
  ///   - line: number of the line above the rows, 0 for none.
  package init(_ names: [String], line: Int) {
    self.init(names, bytes: Array(names.joined(separator: ",").utf8), line: line)
  }

  /// Other names for the columns of a header.
  ///
  /// - Parameters:
  ///   - names: as many as it has.
  ///   - header: the line that is known again.
  package init(_ names: [String], insteadOf header: CSVHeader) {
    self.init(names, bytes: header.bytes, line: header.line)
  }

  private init(_ names: [String], bytes: [UInt8], line: Int) {
    self.names = names
    self.bytes = bytes
    self.line = line
    var positions: [String: Int] = [:]
    var repeated: [String] = []
    for (index, name) in names.enumerated() {
      let key = name.lowercased()
      if positions[key] == nil { positions[key] = index } else { repeated.append(key) }
    }
    self.positions = positions
    repeatedNames = repeated
  }

  /// The cells of a line, without blanks and quotes around.
  package static func cells(of line: [UInt8], separator: UInt8 = Byte.comma) -> [String] {
    line.split(separator: separator, omittingEmptySubsequences: false).map { cell in
      let edge: (UInt8) -> Bool = { $0 == 0x20 || $0 == 0x09 || $0 == Byte.quote }
      let inner = cell.drop(while: edge)
      let length = (inner.lastIndex { !edge($0) }).map { $0 + 1 } ?? inner.startIndex
      return String(decoding: inner[inner.startIndex..<length], as: UTF8.self)
    }
  }

  /// Number of columns.
  package var count: Int { names.count }

  /// Position of a column.
  ///
  /// - Parameter aliases: its names in any case; the first that is there counts.
  /// - Returns: from 0, or `nil` when there is none. Of columns that share a name, the first.
  package func column(_ aliases: String...) -> Int? { column(named: aliases) }

  /// Position of a column.
  ///
  /// - Parameter aliases: its names in any case; the first that is there counts.
  /// - Returns: as above.
  package func column(named aliases: [String]) -> Int? {
    for alias in aliases {
      if let position = positions[alias.lowercased()] { return position }
    }
    return nil
  }

  /// Whether all columns are there, in any case and order.
  package func has(_ names: String...) -> Bool {
    names.allSatisfy { positions[$0.lowercased()] != nil }
  }

  /// Those of the names that no column has.
  package func missing(of names: [String]) -> [String] {
    names.filter { positions[$0.lowercased()] == nil }
  }
}

internal import Analysis
internal import TraceReaders

/// The commits of an order file: an id a line, oldest first, with anything behind it; `#` begins a remark.
struct OrderedCommits {
  /// The ids, oldest first, each once.
  let ids: [String]
  /// What stands behind the ids, by id.
  let subjects: [String: String]

  /// Reads a file; O(n).
  ///
  /// - Parameter path: the file.
  /// - Throws: when it cannot be read, names no commit, or one twice.
  init(at path: String) throws(Failure) {
    let text = try Attempt.reading { () throws(TraceError) in try DescriptionFile.text(at: path) }
    do throws(OrderFileFault) {
      let lines = try Self.lines(of: text)
      ids = lines.map(\.id)
      subjects = Dictionary(lines.compactMap { line in line.subject.map { (line.id, $0) } }) {
        first, _ in first
      }
    } catch {
      throw .orderFile(error, path: path)
    }
  }

  static func lines(
    of text: String
  ) throws(OrderFileFault) -> [(id: String, subject: String?)] {
    var found: [(id: String, subject: String?)] = []
    var lines: [String: Int] = [:]
    // Of bytes, because taking a long history apart by characters takes longer than reading its store.
    let lineFeed = UInt8(ascii: "\n")
    let lineEnd = text.utf8.contains(lineFeed) ? lineFeed : UInt8(ascii: "\r")
    let all = text.utf8.split(separator: lineEnd, omittingEmptySubsequences: false)
    for (index, line) in all.enumerated() {
      let content = line.prefix { $0 != UInt8(ascii: "#") }
      let words = content.split(maxSplits: 1, whereSeparator: \.isBlank)
      guard let first = words.first else { continue }
      let id = String(Substring(first))
      if let earlier = lines[id] {
        let column = text.distance(from: line.startIndex, to: first.startIndex) + 1
        throw .repeated(id, line: index + 1, column: column, first: earlier)
      }
      lines[id] = index + 1
      let subject = words.dropFirst().first.map {
        $0.split(whereSeparator: \.isBlank).map { String(Substring($0)) }.joined(separator: " ")
      }
      found.append((id, subject.flatMap { $0.isEmpty ? nil : $0 }))
    }
    guard !found.isEmpty else { throw .empty }
    return found
  }
}

extension UInt8 {
  /// Whether it is a space, a tab, or stands at the end of a line.
  fileprivate var isBlank: Bool { self == 0x20 || (0x09...0x0D).contains(self) }
}

/// What is wrong with an order file.
enum OrderFileFault: Error, Equatable {
  /// It names no commit.
  case empty
  /// It names a commit twice.
  case repeated(String, line: Int, column: Int, first: Int)
  /// A commit that something should begin with, or end at, is not in it.
  case unknown(String)
  /// A branch is asked for as well.
  case branchBeside(String)
}

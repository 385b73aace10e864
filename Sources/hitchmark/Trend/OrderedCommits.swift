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
    var lines: [Substring: Int] = [:]
    let all = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    for (index, line) in all.enumerated() {
      let content = line.prefix { $0 != "#" }
      let words = content.split(maxSplits: 1, whereSeparator: \.isWhitespace)
      guard let id = words.first else { continue }
      if let first = lines[id] {
        let column = line.distance(from: line.startIndex, to: id.startIndex) + 1
        throw .repeated(String(id), line: index + 1, column: column, first: first)
      }
      lines[id] = index + 1
      let subject = words.dropFirst().first?.split(separator: " ").joined(separator: " ")
      found.append((String(id), subject.flatMap { $0.isEmpty ? nil : $0 }))
    }
    guard !found.isEmpty else { throw .empty }
    return found
  }
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

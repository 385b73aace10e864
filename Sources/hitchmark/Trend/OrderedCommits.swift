internal import Analysis
internal import TraceReaders

/// The commits of an order file: an id a line, oldest first, with anything behind it; `#` begins a remark.
struct OrderedCommits {
  /// The ids, oldest first, each once.
  let ids: [String]

  /// Reads a file; O(n).
  ///
  /// - Parameter path: the file.
  /// - Throws: when it cannot be read, names no commit, or one twice.
  init(at path: String) throws(Failure) {
    let text = try Attempt.reading { () throws(TraceError) in try DescriptionFile.text(at: path) }
    do throws(OrderFileFault) {
      ids = try Self.ids(in: text)
    } catch {
      throw .orderFile(error, path: path)
    }
  }

  static func ids(in text: String) throws(OrderFileFault) -> [String] {
    var ids: [String] = []
    var lines: [Substring: Int] = [:]
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      let content = line.prefix { $0 != "#" }
      guard let id = content.split(whereSeparator: \.isWhitespace).first else { continue }
      if let first = lines[id] {
        let column = line.distance(from: line.startIndex, to: id.startIndex) + 1
        throw .repeated(String(id), line: index + 1, column: column, first: first)
      }
      lines[id] = index + 1
      ids.append(String(id))
    }
    guard !ids.isEmpty else { throw .empty }
    return ids
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

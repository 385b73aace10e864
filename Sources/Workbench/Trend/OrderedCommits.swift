internal import Analysis
internal import Decoding
internal import RunFolders
internal import Units

/// The commits that a user lists in a file, one id per line and oldest first.
///
/// Text may follow the id, and `#` begins a comment.
package struct OrderedCommits {
  /// The path as given.
  let path: String
  /// The commit ids in the user's file, oldest first and each once.
  package let ids: [String]
  private let text: [UInt8]
  /// The range of the text after each id.
  private let rests: [Range<Int>]

  /// Reads a file that lists commits in order; O(n).
  ///
  /// - Throws: if it cannot be read, has no commit, or repeats one.
  package init(at path: String) throws(Failure) {
    let text = try Attempt.reading { () throws(TraceError) in try DescriptionFile.text(at: path) }
    self.path = path
    // Bytes, because parsing a long history by characters takes longer than reading its store.
    self.text = Array(text.utf8)
    do throws(OrderFileFault) {
      (ids, rests) = try OrderedLines(self.text).found()
    } catch {
      throw .orderFile(error, path: path)
    }
  }

  /// The failure for an unknown commit, with the most similar id; O(n).
  func unknown(_ word: String) -> Failure {
    let beginnings = ids.map { String($0.prefix(word.count)) }
    let nearest = word.nearest(among: beginnings).flatMap { beginning in
      ids.first { $0.hasPrefix(beginning) }
    }
    return .orderFile(
      .unknown(word, nearest: nearest, first: ids[0], last: ids[ids.count - 1]), path: path)
  }

  /// The texts after the ids of some commits, with single spaces, by id.
  func subjects(of commits: Set<String>) -> [String: String] {
    var subjects: [String: String] = [:]
    for (id, rest) in zip(ids, rests) where !rest.isEmpty && commits.contains(id) {
      let words = text[rest].split(whereSeparator: \.isBlank)
      guard !words.isEmpty else { continue }
      subjects[id] = words.map { String(decoding: $0, as: UTF8.self) }.joined(separator: " ")
    }
    return subjects
  }
}

/// Parses the lines of an order file.
private struct OrderedLines {
  private let text: [UInt8]

  init(_ text: [UInt8]) { self.text = text }

  /// The ids, and the range of the text after each.
  func found() throws(OrderFileFault) -> (ids: [String], rests: [Range<Int>]) {
    var ids: [String] = []
    var rests: [Range<Int>] = []
    var lines: [String: Int] = [:]
    let lineFeed = UInt8(ascii: "\n")
    let lineEnd = text.contains(lineFeed) ? lineFeed : UInt8(ascii: "\r")
    var (start, number) = (0, 0)
    while start < text.count {
      let end = text[start...].firstIndex(of: lineEnd) ?? text.count
      defer { start = end + 1 }
      number += 1
      let content = text[start..<end].prefix { $0 != UInt8(ascii: "#") }
      guard let first = content.firstIndex(where: { !$0.isBlank }) else { continue }
      let behind = content[first...].firstIndex(where: \.isBlank) ?? content.endIndex
      let id = String(decoding: text[first..<behind], as: UTF8.self)
      if let earlier = lines.updateValue(number, forKey: id) {
        let column = String(decoding: text[start..<first], as: UTF8.self).count + 1
        throw .repeated(id, line: number, column: column, first: earlier)
      }
      ids.append(id)
      rests.append(behind..<content.endIndex)
    }
    guard !ids.isEmpty else { throw .empty }
    return (ids, rests)
  }
}

extension UInt8 {
  /// Whether the byte is a space, a tab or part of a line break.
  fileprivate var isBlank: Bool { self == 0x20 || (0x09...0x0D).contains(self) }
}

/// A problem in a file that lists commits in order.
package enum OrderFileFault: Error, Equatable {
  /// The file has no commit.
  case empty
  /// The file repeats a commit.
  case repeated(String, line: Int, column: Int, first: Int)
  /// A commit that the user named is not in the file; with the most similar id, and the first and last id.
  case unknown(String, nearest: String?, first: String, last: String)
  /// The second of two commits comes before the first.
  case backwards(String, String)
  /// The name of the newest commit is not a commit of the file, so it can only be a branch.
  case branchBeside(String)
}

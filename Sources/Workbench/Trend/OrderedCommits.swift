internal import Analysis
internal import Decoding
internal import RunFolders
internal import Units

/// The commits of an order file: an id a line, oldest first, with anything behind it; `#` begins a remark.
package struct OrderedCommits {
  /// The file, as it was named.
  let path: String
  /// The ids, oldest first, each once.
  package let ids: [String]
  private let text: [UInt8]
  /// Where what stands behind each id lies in the text.
  private let rests: [Range<Int>]

  /// Reads a file; O(n).
  ///
  /// - Parameter path: the file.
  /// - Throws: when it cannot be read, names no commit, or one twice.
  package init(at path: String) throws(Failure) {
    let text = try Attempt.reading { () throws(TraceError) in try DescriptionFile.text(at: path) }
    self.path = path
    // Of bytes, because taking a long history apart by characters takes longer than reading its store.
    self.text = Array(text.utf8)
    do throws(OrderFileFault) {
      (ids, rests) = try OrderedLines(self.text).found()
    } catch {
      throw .orderFile(error, path: path)
    }
  }

  /// Why a commit is not to be had; O(n).
  ///
  /// - Parameter word: what was written for it.
  /// - Returns: with the id that begins most like it.
  func unknown(_ word: String) -> Failure {
    let beginnings = ids.map { String($0.prefix(word.count)) }
    let nearest = word.nearest(among: beginnings).flatMap { beginning in
      ids.first { $0.hasPrefix(beginning) }
    }
    return .orderFile(
      .unknown(word, nearest: nearest, first: ids[0], last: ids[ids.count - 1]), path: path)
  }

  /// What stands behind the ids of some commits.
  ///
  /// - Parameter commits: whole ids.
  /// - Returns: by id, with single spaces, where anything does.
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

/// The lines of an order file.
private struct OrderedLines {
  private let text: [UInt8]

  init(_ text: [UInt8]) { self.text = text }

  /// The ids, and where what stands behind each lies in the text.
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
  /// Whether it is a space, a tab, or stands at the end of a line.
  fileprivate var isBlank: Bool { self == 0x20 || (0x09...0x0D).contains(self) }
}

/// What is wrong with an order file.
package enum OrderFileFault: Error, Equatable {
  /// It names no commit.
  case empty
  /// It names a commit twice.
  case repeated(String, line: Int, column: Int, first: Int)
  /// A commit that something should begin with, or end at, is not in it; the one that was probably meant, and
  /// the first and the last that there are.
  case unknown(String, nearest: String?, first: String, last: String)
  /// The second of two commits comes before the first.
  case backwards(String, String)
  /// A branch is asked for as well.
  case branchBeside(String)
}

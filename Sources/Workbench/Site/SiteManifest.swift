/// Which pages of a site stand in its folder, and what was in each: kept in a file beside them.
///
/// A line a page, sorted: the fingerprint of what was written, or a hyphen while that is still to come, and
/// the place. The first line has the version and, while a run is writing, the random part of the names of its temporary
/// files.
struct SiteManifest: Equatable {
  /// The fingerprint of each page by its place; `nil` for one that may be there, whole or not.
  var pages: [String: String?] = [:]

  /// The random part of the names of the writer's temporary files; `nil` once the site is complete.
  var writer: String?

  /// The name of the file.
  static let file = "hitchmark-site.txt"

  private static let schema = "hitchmark.site-files/1"

  /// What the file says.
  var text: String {
    let lines = pages.sorted { $0.key < $1.key }.map { "\($1 ?? "-") \($0)" }
    let head = Self.schema + (writer.map { " \($0)" } ?? "")
    return ([head] + lines).joined(separator: "\n") + "\n"
  }

  init() {}

  /// Reads the file.
  ///
  /// - Parameter text: what it says.
  /// - Throws: the first line, from 1, that no site has written.
  init(_ text: String) throws(SiteLineFault) {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false)[...]
    let head = lines.removeFirst().split(separator: " ")
    guard head.first.map(String.init) == Self.schema, head.count < 3 else {
      throw SiteLineFault(line: 1)
    }
    writer = head.dropFirst().first.map(String.init)
    // The token becomes part of a file name, so it must not lead to another folder.
    guard writer?.allSatisfy(\.isHexDigit) ?? true else { throw SiteLineFault(line: 1) }
    if lines.last?.isEmpty == true { lines.removeLast() }
    for (index, line) in lines.enumerated() {
      let parts = line.split(separator: " ", omittingEmptySubsequences: false)
      guard parts.count == 2, Self.isPlace(parts[1]) else { throw SiteLineFault(line: index + 2) }
      pages[String(parts[1])] = parts[0] == "-" ? .some(nil) : String(parts[0])
    }
  }

  /// Whether a path is one that pages have, so that none leads out of the folder.
  private static func isPlace(_ path: Substring) -> Bool {
    guard path.hasSuffix(".html") else { return false }
    return path.dropLast(5).utf8.split(
      separator: UInt8(ascii: "/"), omittingEmptySubsequences: false
    )
    .allSatisfy { part in
      !part.isEmpty
        && part.allSatisfy { byte in
          (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
            || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || byte == UInt8(ascii: "-")
        }
    }
  }

  /// What tells a page from any that somebody changed, though not from a forgery: FNV-1a of 64 bits.
  static func fingerprint(of page: String) -> String {
    var page = page
    let hash = page.withUTF8 { bytes in
      bytes.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    }
    return String(hash, radix: 16)
  }
}

/// A line of a site's list of pages that no site has written.
struct SiteLineFault: Error {
  let line: Int
}

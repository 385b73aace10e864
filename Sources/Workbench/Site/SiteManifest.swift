/// The list of a site's pages with their fingerprints, stored as a file in the site's folder.
///
/// The file has one sorted line per page: the fingerprint of its text, or a hyphen while it is not written yet, and its
/// path. The first line has the version and, while a run is writing, the random part of the names of its temporary
/// files.
struct SiteManifest: Equatable {
  /// The fingerprint of each page, by path; `nil` for a page that may exist completely, partly or not at all.
  var pages: [String: String?] = [:]

  /// The random part of the names of temporary files; `nil` once the site is complete.
  var writer: String?

  /// The name of the file.
  static let file = "hitchmark-site.txt"

  private static let schema = "hitchmark.site-files/1"

  /// The text of the file.
  var text: String {
    let lines = pages.sorted { $0.key < $1.key }.map { "\($1 ?? "-") \($0)" }
    let head = Self.schema + (writer.map { " \($0)" } ?? "")
    return ([head] + lines).joined(separator: "\n") + "\n"
  }

  init() {}

  /// Parses the file.
  ///
  /// - Throws: the first invalid line, from 1.
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

  /// Whether a path is possible for a page, so that it does not lead out of the folder.
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

  /// A 64-bit FNV-1a hash, which detects changed pages, but not forgeries.
  static func fingerprint(of page: String) -> String {
    var page = page
    let hash = page.withUTF8 { bytes in
      bytes.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    }
    return String(hash, radix: 16)
  }
}

/// An invalid line in a list of pages.
struct SiteLineFault: Error {
  let line: Int
}

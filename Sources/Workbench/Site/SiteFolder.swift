internal import Decoding
internal import Documents
internal import RunFolders
internal import System
internal import Units

/// Writes the pages of a site, and removes former ones.
///
/// Former pages were written by an earlier run and are no longer part of the site. Other files stay unchanged. All
/// pages are listed in a manifest before they are written, so that an interrupted run leaves no unknown pages.
struct SiteFolder {
  private let path: String
  private let former: SiteManifest
  private var written = SiteManifest()

  /// Prepares the folder, which is created if it does not exist.
  ///
  /// - Parameter pages: all pages that may be written.
  /// - Throws: if a foreign file is at the path of a page, or the folder cannot be written.
  init(_ path: String, for pages: [PagePath]) throws {
    self.path = path
    former = try Self.manifest(in: path)
    for place in Self.places(of: pages, beside: former) {
      let file = "\(path)/\(place.path)"
      let kind = Platform.kind(of: file)
      // A link could lead pages out of the site's folder.
      guard !Platform.isLink(file), kind == .nothing || place.isFolder && kind == .folder else {
        throw ReportFault.foreignFile(file)
      }
    }
    try OutputFile.makeFolder("", below: path)
    if let writer = former.writer {
      for page in former.pages.keys where !isBehindLink(page) {
        OutputFile.removeTemporaryFile(of: "\(path)/\(page)", token: writer)
      }
    }
    var begun = former
    begun.writer = OutputFile.token
    for page in pages { begun.pages[page.text] = .some(nil) }
    try note(begun)
  }

  /// Paths that must be free or folders: new pages, and the folders above all pages.
  private static func places(
    of pages: [PagePath], beside former: SiteManifest
  ) -> [(path: String, isFolder: Bool)] {
    let folders = Set(
      pages.flatMap { page in
        page.folders.indices.map { page.folders[...$0].joined(separator: "/") }
      })
    let new = pages.map(\.text).filter { former.pages[$0] == nil }
    return folders.sorted().map { ($0, true) } + new.map { ($0, false) }
  }

  private static func manifest(in folder: String) throws -> SiteManifest {
    let file = "\(folder)/\(SiteManifest.file)"
    guard Platform.kind(of: file) != .nothing else { return SiteManifest() }
    let text = try DescriptionFile.text(at: file)
    return try SiteManifest(text, at: file)
  }

  private func note(_ manifest: SiteManifest) throws {
    try OutputFile.write(manifest.text, to: SiteManifest.file, below: path)
  }

  /// Writes a page and replaces an earlier one.
  ///
  /// - Parameter page: one of the announced pages.
  mutating func save(_ text: String, at page: PagePath) throws {
    try OutputFile.write(text, to: page.text, below: path)
    written.pages[page.text] = SiteManifest.fingerprint(of: text)
  }

  /// Removes pages that the site no longer has, and folders that become empty.
  ///
  /// - Returns: pages that were changed since they were written, and were therefore kept.
  func finish() throws -> [String] {
    var changed: [String] = []
    for (page, fingerprint) in former.pages.sorted(by: { $0.key < $1.key })
    where written.pages[page] == nil {
      let file = "\(path)/\(page)"
      guard Platform.kind(of: file) != .nothing, !isBehindLink(page) else { continue }
      guard isAsWritten(file, fingerprint) else {
        changed.append(file)
        continue
      }
      if let reason = Platform.removeFile(file) {
        throw OutputFile.Fault(path: file, reason: reason)
      }
      removeFolders(above: page)
    }
    try note(written)
    return changed
  }

  private func isAsWritten(_ file: String, _ fingerprint: String?) -> Bool {
    // If the earlier run did not finish, it is only known that it may have written the page.
    guard let fingerprint else { return Platform.kind(of: file) == .file }
    guard let text = try? DescriptionFile.text(at: file) else { return false }
    return SiteManifest.fingerprint(of: text) == fingerprint
  }

  /// Whether a folder between the site's folder and a page is a link, which leads out of the site's folder.
  private func isBehindLink(_ page: String) -> Bool {
    let folders = page.split(separator: "/").dropLast()
    return folders.indices.contains { last in
      Platform.isLink("\(path)/\(folders[...last].joined(separator: "/"))")
    }
  }

  private func removeFolders(above page: String) {
    var folders = page.split(separator: "/").dropLast()
    while !folders.isEmpty {
      guard Platform.removeEmptyFolder("\(path)/\(folders.joined(separator: "/"))") else { return }
      folders.removeLast()
    }
  }
}

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

  static let file = "hitchmark-site.txt"

  private static let schema = "hitchmark.site-files/1"

  var text: String {
    let lines = pages.sorted { $0.key < $1.key }.map { "\($1 ?? "-") \($0)" }
    let head = Self.schema + (writer.map { " \($0)" } ?? "")
    return ([head] + lines).joined(separator: "\n") + "\n"
  }

  init() {}

  /// Parses the file.
  init(_ text: String, at path: String) throws(Complaint) {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false)[...]
    let head = lines.removeFirst().split(separator: " ")
    guard head.first.map(String.init) == Self.schema, head.count < 3 else {
      throw ReportFault.manifest(path, line: 1)
    }
    writer = head.dropFirst().first.map(String.init)
    // The token becomes part of a file name, so it must not lead to another folder.
    guard writer?.allSatisfy(\.isHexDigit) ?? true else {
      throw ReportFault.manifest(path, line: 1)
    }
    if lines.last?.isEmpty == true { lines.removeLast() }
    for (index, line) in lines.enumerated() {
      let parts = line.split(separator: " ", omittingEmptySubsequences: false)
      guard parts.count == 2, Self.isPlace(parts[1]) else {
        throw ReportFault.manifest(path, line: index + 2)
      }
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

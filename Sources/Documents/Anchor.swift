/// An anchor: the name of a place in a document to which links can lead.
///
/// It contains only lower-case ASCII letters, digits, and single hyphens between them. So it needs
/// no escaping in an `id`, an address, a label or a file name.
public struct Anchor: Sendable, Hashable, ExpressibleByStringLiteral {
  /// The name of the anchor, which links use to lead to a place in the document.
  public let name: String

  /// Creates an anchor for links from any text: `Stage 6.1` becomes `stage-6-1`.
  ///
  /// A text without usable characters gives `x`.
  public init(_ text: String) {
    let words = text.lowercased().utf8.split { byte in
      !(UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
        && !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }
    let slug = words.map { String(decoding: $0, as: UTF8.self) }.joined(separator: "-")
    name = slug.isEmpty ? "x" : slug.utf8.count > Self.mostBytes ? Self.shortened(slug) : slug
  }

  /// The greatest length of a name: file systems allow 255 bytes, to which endings and numbers are added.
  private static let mostBytes = 120

  /// The beginning of a long name and a hash of all of it.
  private static func shortened(_ slug: String) -> String {
    let hash = slug.utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) {
      ($0 ^ UInt64($1)) &* 0x100_0000_01b3
    }
    let start = slug.prefix(mostBytes - 17)
    return (start.hasSuffix("-") ? start.dropLast() : start) + "-" + String(hash, radix: 16)
  }

  /// Creates an anchor for links from a string literal: `"Stage 6.1"` becomes `stage-6-1`.
  public init(stringLiteral value: String) { self.init(value) }

  /// Returns an anchor with this name and marks the name as taken; if another link target has the name, appends a
  /// number to it.
  ///
  /// O(1) on average, however many anchors have the same name.
  public func made(differentFrom taken: inout TakenAnchors) -> Anchor {
    var candidate = self
    while !taken.names.insert(candidate.name).inserted {
      candidate = Anchor("\(name)-\(taken.numbers[name, default: 2])")
      taken.numbers[name, default: 2] += 1
    }
    return candidate
  }
}

/// The names that link targets of a document already have, so that no two targets get the same name.
public struct TakenAnchors: Sendable {
  fileprivate var names: Set<String>
  /// For each name that several anchors share, the lowest number that was not tried.
  ///
  /// Without it, n equal names would take n² / 2 attempts.
  fileprivate var numbers: [String: Int] = [:]

  /// Creates the set of names that link targets of a document already have, so that later link targets get other names.
  public init(_ names: Set<String> = []) { self.names = names }
}

/// The path of an HTML page, relative to the folder of its site.
///
/// It consists of anchors, so addresses and file names need no escaping.
public struct PagePath: Sendable, Hashable {
  /// The folders from the site's folder to the page, outermost first.
  public let folders: [String]

  /// The file name of the page, with its extension.
  public let file: String

  /// Creates the path of a page in a site.
  ///
  /// - Parameters:
  ///   - folders: below the site's folder, outermost first.
  ///   - name: the file name without extension.
  public init(_ folders: [Anchor] = [], _ name: Anchor = "index") {
    self.folders = folders.map(\.name)
    file = "\(name.name).html"
  }

  private init(folders: [String], file: String) {
    self.folders = folders
    self.file = file
  }

  /// The path of the page in its site, such as `thesis/stage-6-2/index.html`.
  public var text: String { (folders + [file]).joined(separator: "/") }

  /// Returns the relative link to this page from another page of the site, such as `../stage-1/index.html`.
  public func seen(from other: PagePath) -> PagePath {
    let common = zip(folders, other.folders).prefix { $0 == $1 }.count
    let up = Array(repeating: "..", count: other.folders.count - common)
    return PagePath(folders: up + folders.dropFirst(common), file: file)
  }
}

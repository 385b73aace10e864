/// The place of a page among others, as a link writes it: folders and a file, with `..` to go up.
///
/// Made of anchors, so that it can stand in an address and name a file without escaping.
public struct PagePath: Sendable, Hashable {
  /// The folders below the site's own, outermost first.
  public let folders: [String]

  /// The file's name, ending included.
  public let file: String

  /// Creates a place.
  ///
  /// - Parameters:
  ///   - folders: below the site's own, outermost first.
  ///   - name: the file's name without its ending.
  public init(_ folders: [Anchor] = [], _ name: Anchor = "index") {
    self.folders = folders.map(\.name)
    file = "\(name.name).html"
  }

  private init(folders: [String], file: String) {
    self.folders = folders
    self.file = file
  }

  /// The path, such as `thesis/stage-6-2/index.html`.
  public var text: String { (folders + [file]).joined(separator: "/") }

  /// How a page at another place links to this one.
  ///
  /// - Parameter other: where the link stands.
  /// - Returns: such as `../stage-1/index.html`.
  public func seen(from other: PagePath) -> PagePath {
    let common = zip(folders, other.folders).prefix { $0 == $1 }.count
    let up = Array(repeating: "..", count: other.folders.count - common)
    return PagePath(folders: up + folders.dropFirst(common), file: file)
  }
}

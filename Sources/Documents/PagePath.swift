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

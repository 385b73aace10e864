/// A way to write documents down: one of the outputs that `--format` names.
public struct Renderer: Sendable {
  /// The name that `--format` knows it by.
  public let id: String

  /// The ending of file names, without a point.
  public let fileExtension: String

  /// Writes a document down; the same document gives the same text, which ends with a line break.
  public let render: @Sendable (Document) -> String

  /// Creates a renderer.
  ///
  /// - Parameters:
  ///   - id: the name that `--format` knows it by.
  ///   - fileExtension: the ending of file names, without a point.
  ///   - render: writes a document down.
  public init(
    id: String, fileExtension: String, render: @escaping @Sendable (Document) -> String
  ) {
    self.id = id
    self.fileExtension = fileExtension
    self.render = render
  }

  /// The outputs that go to files, in the order in which help lists them.
  public static let files: [Renderer] = [markdown, html, csv, json, latex]
}

/// An output format of documents, such as HTML or Markdown, which the option `--format` selects.
///
///     Renderer.html.render(document)
///     Renderer.markdown.files(of: document, for: .folder("report"))  // report.md and its pictures
public struct Renderer: Sendable {
  /// The name of the output format in the option `--format`.
  public let id: String

  /// The file extension of the output format, without the dot.
  public let fileExtension: String

  private let write: @Sendable (Document, Destination) -> [RenderedFile]

  /// Where an output format writes a document: to standard output, to a file or into a folder.
  public enum Destination: Sendable, Equatable {
    /// Standard output: the text must be self-contained.
    case stream
    /// A file with this name, extension included; other files may be written next to it.
    case file(String)
    /// A folder for files whose names begin with this name.
    case folder(String)
  }

  /// Creates an output format that writes each document as one self-contained text.
  public init(
    id: String, fileExtension: String, render: @escaping @Sendable (Document) -> String
  ) {
    self.init(id: id, fileExtension: fileExtension) { document, destination in
      [RenderedFile(destination.path(ending: fileExtension), render(document))]
    }
  }

  /// Creates an output format that may write several files per document.
  ///
  /// `write` returns one file for a stream, and no file if the document contains nothing that the
  /// format can show.
  public init(
    id: String, fileExtension: String,
    write: @escaping @Sendable (Document, Destination) -> [RenderedFile]
  ) {
    self.id = id
    self.fileExtension = fileExtension
    self.write = write
  }

  /// Renders a document as one self-contained text; empty if the output format can show nothing of the document.
  ///
  /// Equal documents give equal text.
  public func render(_ document: Document) -> String {
    write(document, .stream).first?.text ?? ""
  }

  /// Renders a document as files: the document itself, and then the files to which it refers, such as charts.
  ///
  /// Empty if it contains nothing that the format can show. Equal documents give equal files.
  public func files(of document: Document, for destination: Destination) -> [RenderedFile] {
    write(document, destination)
  }

  /// The output formats that show the tables of documents, such as Markdown and CSV, in the order of the help text.
  public static let files: [Renderer] = [markdown, html, csv, json, latex]

  /// The output formats that show only the charts of documents, such as SVG.
  public static let pictures: [Renderer] = [svg]
}

/// A file that is the result of rendering a document in an output format.
public struct RenderedFile: Sendable, Equatable {
  /// The path of the rendered file relative to the destination folder; empty for standard output.
  public let path: String

  /// The content of the rendered file; ends with a line break.
  public let text: String

  public init(_ path: String, _ text: String) {
    self.path = path
    self.text = text
  }
}

extension Renderer.Destination {
  /// The path of the document itself.
  func path(ending: String) -> String {
    switch self {
    case .stream: ""
    case .file(let name): name
    case .folder(let name): "\(name).\(ending)"
    }
  }

  /// The folder for files next to the document; `nil` if there can be none.
  var companions: String? {
    switch self {
    case .stream: return nil
    case .file(let name):
      let stem = name.lastIndex(of: ".").map { name[..<$0] } ?? name[...]
      return "\(stem.isEmpty ? name[...] : stem)-charts"
    case .folder(let name): return "\(name)-charts"
    }
  }
}

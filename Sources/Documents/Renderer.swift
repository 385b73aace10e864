/// A way to write documents down: one of the outputs that `--format` names.
public struct Renderer: Sendable {
  /// The name that `--format` knows it by.
  public let id: String

  /// The ending of file names, without a point.
  public let fileExtension: String

  private let write: @Sendable (Document, Destination) -> [RenderedFile]

  /// Where a rendering goes, as far as it matters for what is in it.
  public enum Destination: Sendable, Equatable {
    /// Somewhere that nothing can lie beside: what is written has to stand alone.
    case stream
    /// A file of this name, ending included; others may lie beside it.
    case file(String)
    /// A folder, for files whose names begin with this one.
    case folder(String)
  }

  /// Creates a renderer whose outputs stand alone.
  ///
  /// - Parameters:
  ///   - id: the name that `--format` knows it by.
  ///   - fileExtension: the ending of file names, without a point.
  ///   - render: writes a document down.
  public init(
    id: String, fileExtension: String, render: @escaping @Sendable (Document) -> String
  ) {
    self.init(id: id, fileExtension: fileExtension) { document, destination in
      [RenderedFile(destination.path(ending: fileExtension), render(document))]
    }
  }

  /// Creates a renderer that may write several files.
  ///
  /// - Parameters:
  ///   - id: the name that `--format` knows it by.
  ///   - fileExtension: the ending of file names, without a point.
  ///   - write: writes a document down; one file for a stream. No file where a document has nothing that
  ///     the output could show.
  public init(
    id: String, fileExtension: String,
    write: @escaping @Sendable (Document, Destination) -> [RenderedFile]
  ) {
    self.id = id
    self.fileExtension = fileExtension
    self.write = write
  }

  /// Writes a document down so that it stands alone; the same document gives the same text.
  ///
  /// - Parameter document: what is to be said.
  /// - Returns: text that ends with a line break; empty where there is nothing that the output could show.
  public func render(_ document: Document) -> String {
    write(document, .stream).first?.text ?? ""
  }

  /// Writes a document down as files; the same document gives the same files.
  ///
  /// - Parameters:
  ///   - document: what is to be said.
  ///   - destination: where the files go.
  /// - Returns: the document first, then what it refers to; empty where there is nothing that the output
  ///   could show.
  public func files(of document: Document, for destination: Destination) -> [RenderedFile] {
    write(document, destination)
  }

  /// The outputs that have everything of a document, in the order in which help lists them.
  public static let files: [Renderer] = [markdown, html, csv, json, latex]

  /// The outputs that have the pictures of a document alone.
  public static let pictures: [Renderer] = [svg]
}

/// A file that a renderer makes.
public struct RenderedFile: Sendable, Equatable {
  /// Its place below the folder that the rendering goes to; empty for a stream.
  public let path: String

  /// What is in it; ends with a line break.
  public let text: String

  /// Creates a file.
  ///
  /// - Parameters:
  ///   - path: its place below the folder that the rendering goes to.
  ///   - text: what is in it.
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

  /// The folder of what lies beside the document; `nil` where nothing can.
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

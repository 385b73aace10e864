/// An output format of documents, such as HTML or Markdown, which the option `--format` selects.
///
///     Renderer.html.render(document)
///     Renderer.markdown.files(of: document, for: .folder("report"))  // report.md and its pictures
public struct Renderer: Sendable {
  /// The name of the output format in the option `--format`.
  public let id: String

  /// The file extension of the output format, without the dot.
  public let fileExtension: String

  public let traits: Traits

  private let write: @Sendable (Document, Destination, Screen) -> [RenderedFile]
  private let writeStandalone: (@Sendable (Document) -> String)?

  /// What a command has to know of an output format before it makes a document for it.
  public struct Traits: OptionSet, Sendable {
    public let rawValue: Int

    public init(rawValue: Int) { self.rawValue = rawValue }

    /// It shows the charts of a document.
    public static let charts = Traits(rawValue: 1)
    /// Programs read it, so that its documents must be complete.
    public static let forPrograms = Traits(rawValue: 2)
    /// If a command has its values as JSON, they are written in place of its document.
    public static let ownValues = Traits(rawValue: 4)
    /// People read its first lines on a terminal: what is folded elsewhere is left out, and so are charts of several runs.
    public static let firstScreen = Traits(rawValue: 8)
  }

  /// The terminal for which text is written.
  public struct Screen: Sendable {
    public var width = 80
    public var isColored = false
    /// Whether the folded part of a document is shown, too.
    public var isDetailed = false

    /// - Parameter width: at least 40 are used. Wider tables wrap their words, then continue below with the row headers
    ///   repeated.
    public init(width: Int = 80, isColored: Bool = false, isDetailed: Bool = false) {
      self.width = max(width, 40)
      self.isColored = isColored
      self.isDetailed = isDetailed
    }
  }

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
  ///
  /// - Parameter standalone: the format for a document of its own, if `render` writes a part of one.
  public init(
    id: String, fileExtension: String, traits: Traits = .charts,
    standalone: (@Sendable (Document) -> String)? = nil,
    render: @escaping @Sendable (Document) -> String
  ) {
    self.init(id: id, fileExtension: fileExtension, traits: traits, standalone: standalone) {
      (document, destination, _) in
      [RenderedFile(destination.path(ending: fileExtension), render(document))]
    }
  }

  /// Creates an output format that may write several files per document.
  ///
  /// `write` returns one file for a stream, and no file if the document contains nothing that the
  /// format can show.
  public init(
    id: String, fileExtension: String, traits: Traits = .charts,
    standalone: (@Sendable (Document) -> String)? = nil,
    write: @escaping @Sendable (Document, Destination, Screen) -> [RenderedFile]
  ) {
    self.id = id
    self.fileExtension = fileExtension
    self.traits = traits
    self.write = write
    writeStandalone = standalone
  }

  /// The format for documents of their own; `nil` if its documents always are.
  public var standalone: Renderer? {
    writeStandalone.map {
      Renderer(id: id, fileExtension: fileExtension, traits: traits, render: $0)
    }
  }

  /// Renders a document as one self-contained text; empty if the output format can show nothing of the document.
  ///
  /// Equal documents give equal text.
  public func render(_ document: Document, on screen: Screen = Screen()) -> String {
    write(document, .stream, screen).first?.text ?? ""
  }

  /// Renders a document as files: the document itself, and then the files to which it refers, such as charts.
  ///
  /// Empty if it contains nothing that the format can show. Equal documents give equal files.
  public func files(
    of document: Document, for destination: Destination, on screen: Screen = Screen()
  ) -> [RenderedFile] {
    write(document, destination, screen)
  }

  /// All output formats, in the order of the help text.
  public static let all: [Renderer] = [text] + files + pictures

  /// The output formats that show the tables of documents, such as Markdown and CSV.
  public static let files: [Renderer] = [markdown, html, csv, json, latex, asciiDoc]

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

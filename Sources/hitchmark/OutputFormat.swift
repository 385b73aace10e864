internal import Documents

/// A way to write a document: text for terminals, or one of the file formats.
struct OutputFormat: Sendable {
  let id: String

  /// `nil` for text, whose renderer depends on the terminal.
  let renderer: Renderer?

  static let text = OutputFormat(id: "text", renderer: nil)

  static let all = [text] + Renderer.files.map { OutputFormat(id: $0.id, renderer: $0) }

  /// The ending of its files' names.
  var fileExtension: String { renderer?.fileExtension ?? "txt" }

  /// The format that a file's name asks for: that of the longest ending.
  init?(ending path: String, among formats: [OutputFormat] = Self.all) {
    let slash = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
    let fitting = formats.filter { path[slash...].dropFirst().hasSuffix(".\($0.fileExtension)") }
    guard let format = fitting.max(by: { $0.fileExtension.count < $1.fileExtension.count }) else {
      return nil
    }
    self = format
  }

  init(id: String, renderer: Renderer?) {
    self.id = id
    self.renderer = renderer
  }
}

/// A document on its way out, with the JSON that takes the place of its general form, where a command
/// has a contract of its own.
struct Delivery {
  let document: Document
  /// The name of its files, without ending.
  let name: String
  var json: JSONValue?
  /// The formats that there are.
  var known = OutputFormat.all

  /// Writes the document where and how it was asked for.
  ///
  /// - Parameters:
  ///   - formats: `nil` to let the output's name decide, or to write text.
  ///   - output: a file or a folder; `nil` for standard output.
  ///   - console: for standard output.
  /// - Throws: when the formats do not fit the output, or it cannot be written.
  func write(as formats: [OutputFormat]?, to output: String?, console: Console) throws(Failure) {
    guard let output else {
      guard (formats ?? []).count <= 1 else { throw .severalFormats(output: nil) }
      return try console.write(text(in: formats?.first ?? .text, console: console))
    }
    if isFolder(output, formats: formats) {
      for format in formats ?? [.text] {
        let path = "\(trimmed(output))/\(name).\(format.fileExtension)"
        try save(format, in: path, console: console)
      }
    } else {
      guard (formats ?? []).count <= 1 else { throw .severalFormats(output: output) }
      guard let format = formats?.first ?? OutputFormat(ending: output, among: known) else {
        throw .unknownExtension(path: output, known: known.map(\.fileExtension))
      }
      try save(format, in: output, console: console)
    }
  }

  private func isFolder(_ path: String, formats: [OutputFormat]?) -> Bool {
    switch Platform.kind(of: path) {
    case .folder: true
    case .file: false
    case .nothing:
      path.hasSuffix("/") || (formats?.count ?? 0) > 1
        || (formats != nil && OutputFormat(ending: path, among: known) == nil)
    }
  }

  private func trimmed(_ path: String) -> String {
    path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
  }

  private func save(_ format: OutputFormat, in path: String, console: Console) throws(Failure) {
    if let slash = path.lastIndex(of: "/"), slash != path.startIndex {
      let folder = String(path[..<slash])
      if let reason = Platform.makeFolder(folder) { throw .output(path: folder, reason: reason) }
    }
    let text = text(in: format, width: Console.defaultWidth, color: false)
    if let reason = Platform.replaceFile(path, with: text) {
      throw .output(path: path, reason: reason)
    }
  }

  private func text(in format: OutputFormat, console: Console) -> String {
    text(in: format, width: console.width, color: console.isColoured)
  }

  private func text(in format: OutputFormat, width: Int, color: Bool) -> String {
    if format.id == Renderer.json.id, let json { return json.text() }
    return (format.renderer ?? .text(width: width, color: color)).render(document)
  }
}

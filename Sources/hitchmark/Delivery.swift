internal import Documents
internal import Parallel
internal import System
internal import Workbench

extension Renderer {
  /// The formats that the user requested: by name, or else by the extension of the output file, or else text.
  static func asked(for formats: [Renderer]?, output: String?) -> [Renderer] {
    formats ?? output.flatMap { ending($0) }.map { [$0] } ?? [.text]
  }

  /// The format for a file name: the one with the longest matching extension.
  static func ending(_ path: String, among formats: [Renderer] = Self.all) -> Renderer? {
    let slash = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
    return formats.filter { path[slash...].dropFirst().hasSuffix(".\($0.fileExtension)") }
      .max { $0.fileExtension.count < $1.fileExtension.count }
  }
}

/// A document to write, with a JSON form of its own if the command defines one.
struct Delivery: Sendable {
  let document: Document
  /// The name of the document's file without extension.
  let name: String
  /// The JSON form of the document; computed only if the user requests it.
  var json: (@Sendable () -> JSONValue)?
  /// Whether LaTeX is a document of its own instead of a fragment.
  var isStandalone = false
  /// Whether text shows the folded part of the document, too.
  var isDetailed = false
  /// The formats in which the document can be written.
  var known = Renderer.all

  /// Writes the document in the requested formats.
  ///
  /// - Parameters:
  ///   - formats: `nil` to use the extension of the output, or text.
  ///   - output: a file or a folder; `nil` for standard output.
  /// - Throws: if the formats do not fit the output or the document, or it cannot be written.
  func write(as formats: [Renderer]?, to output: String?, console: Console) throws {
    let asked = Renderer.asked(for: formats, output: output)
    if isStandalone, !asked.contains(where: { $0.standalone != nil }) {
      throw ReportFault.standaloneWithoutLaTeX
    }
    let missing = output.flatMap(missingParent)
    guard let output else {
      guard (formats ?? []).count <= 1 else { throw Failure.severalFormats(output: nil) }
      let format = formats?.first ?? .text
      if format.traits.contains(.ownValues), let json { return try write(json(), to: console) }
      let screen = Renderer.Screen(
        width: console.width, isColored: console.isColored, isDetailed: isDetailed)
      let files = try files(in: format, for: .stream, on: screen)
      return try console.write(files.map(\.text).joined())
    }
    if isFolder(output, formats: formats) {
      try write(formats ?? [.text], intoFolder: trimmed(output) + "/")
    } else {
      guard (formats ?? []).count <= 1 else { throw Failure.severalFormats(output: output) }
      guard let format = formats?.first ?? Renderer.ending(output, among: known) else {
        throw Failure.unknownExtension(path: output, known: known.map(\.fileExtension))
      }
      let start = output.lastIndex(of: "/").map { output.index(after: $0) } ?? output.startIndex
      let files = try files(in: format, for: .file(String(output[start...])))
      try save(files, below: String(output[..<start]), named: String(output[start...]))
    }
    if let missing { console.say("created the folder \(missing)") }
  }

  /// The folder in which the output is written, if it has to be created first.
  private func missingParent(of path: String) -> String? {
    let parent = trimmed(path).lastIndex(of: "/").map { String(path[..<$0]) } ?? ""
    return !parent.isEmpty && Platform.kind(of: parent) == .nothing ? parent : nil
  }

  private func write(_ json: JSONValue, to console: Console) throws {
    var failure: (any Error)?
    json.write { piece in
      guard failure == nil else { return }
      do {
        try console.write(piece)
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
  }

  /// Renders the formats concurrently, and writes the files one after the other.
  private func write(_ formats: [Renderer], intoFolder folder: String) throws {
    let pipeline = OrderedPipeline(formats, jobs: Platform.processorCount) { format in
      Result { try files(in: format, for: .folder(name)) }
    }
    try pipeline.run { _, files in try save(files.get(), below: folder) }
  }

  private func isFolder(_ path: String, formats: [Renderer]?) -> Bool {
    switch Platform.kind(of: path) {
    case .folder: true
    case .file, .special: false
    case .nothing:
      path.hasSuffix("/") || (formats?.count ?? 0) > 1
        || (formats != nil && Renderer.ending(path, among: known) == nil)
    }
  }

  private func trimmed(_ path: String) -> String {
    path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
  }

  /// - Parameter name: the file that the user named; `nil` if they named the folder.
  private func save(
    _ files: [RenderedFile], below folder: String, named name: String? = nil
  ) throws {
    try OutputFile.makeFolder("", below: folder)
    for file in files {
      if file.path == name {
        try OutputFile.write(file.text, to: folder + file.path)
      } else {
        try OutputFile.write(file.text, to: file.path, below: folder)
      }
    }
  }

  private func files(
    in format: Renderer, for destination: Renderer.Destination, on screen: Renderer.Screen? = nil
  ) throws -> [RenderedFile] {
    var renderer = isStandalone ? format.standalone ?? format : format
    if format.traits.contains(.ownValues), let json {
      let text = json().text()
      renderer = Renderer(id: format.id, fileExtension: format.fileExtension) { _ in text }
    }
    let files = renderer.files(
      of: document, for: destination,
      on: screen ?? Renderer.Screen(width: Console.defaultWidth, isDetailed: isDetailed))
    if files.isEmpty { throw Failure.nothingToDraw(format: format.id) }
    return files
  }
}

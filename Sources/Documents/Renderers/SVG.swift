extension Renderer {
  /// The charts of a document, in the colours that their viewer prefers: under each other, or in a folder a
  /// file each.
  public static let svg = Renderer(id: "svg", fileExtension: "svg") { document, destination in
    let charts = document.charts
    func file(_ path: String, _ charts: [Chart]) -> RenderedFile {
      RenderedFile(path, Documents.SVG.file(of: charts, theme: .automatic, showsTitles: true))
    }
    switch destination {
    case .folder where charts.count > 1:
      let folder = destination.companions.map { "\($0)/" } ?? ""
      return charts.map { file("\(folder)\($0.anchor.name).svg", [$0]) }
    case .stream, .file, .folder:
      return charts.isEmpty ? [] : [file(destination.path(ending: "svg"), charts)]
    }
  }
}

extension Renderer {
  /// The output format SVG: only the charts of a document, below each other or as one file per chart.
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

import Documents
import TestSupport
import Testing

@Suite struct RendererTests {
  static let renderers = Renderer.files + [.text(width: 80, color: false)]

  @Test(arguments: renderers.map(\.id))
  func everyKindOfBlockAndCellIsWrittenAsRecorded(id: String) throws {
    let renderer = try #require(Self.renderers.first { $0.id == id })
    let path = "Tests/Fixtures/documents/everything.\(renderer.fileExtension)"
    let text = renderer.render(Samples.everything)
    #expect(Golden.complaint(about: text, golden: path) == nil)
    #expect(renderer.render(Samples.everything) == text)
    #expect(text.hasSuffix("\n") && !text.hasSuffix("\n\n"))
  }

  @Test(arguments: renderers.map(\.id))
  func hostileTextIsWrittenAsRecorded(id: String) throws {
    let renderer = try #require(Self.renderers.first { $0.id == id })
    let path = "Tests/Fixtures/documents/hostile.\(renderer.fileExtension)"
    let text = renderer.render(Samples.hostile)
    #expect(Golden.complaint(about: text, golden: path) == nil)
  }
}

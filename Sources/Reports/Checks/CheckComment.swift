public import Analysis
internal import Documents

/// Writes the result of a check for regressions as Markdown, for comments on pull requests and for job summaries.
///
/// It begins with an invisible marker by which a bot finds its earlier comment. GitHub rejects comments of 65,536
/// characters or more. A longer comment is shortened: it lists fewer findings and rows, and states how many it omits.
/// If this is still too long, only the title and the summary remain.
public enum CheckComment {
  /// Writes the Markdown text that a check for regressions posts on a pull request; ends with a line break.
  ///
  /// - Parameters:
  ///   - outcome: the result of the check.
  ///   - name: distinguishes several checks of one pull request; may be empty.
  ///   - showsRatchet: whether tighter limits are proposed.
  public static func text(
    of outcome: CheckOutcome, named name: String = "", showsRatchet: Bool = false
  ) -> String {
    let marker = marker(of: name)
    for most in [1000, 300, 100, 50, 25, 10, 5, 2] {
      let text = "\(marker)\n\(body(of: outcome, showsRatchet, most: most))\n"
      if text.utf8.count <= Renderer.mostBytesOfComment { return text }
    }
    let head = Document(
      schema: "", title: "", blocks: CheckReport.summary(of: outcome))
    return "\(marker)\n\(heading(of: outcome))\n\n\(Renderer.markdown(of: head))\n"
  }

  /// The marker at the start of a comment.
  ///
  /// Underscores replace all characters of the name except ASCII letters, digits and points, so that the marker stays
  /// one comment.
  static func marker(of name: String) -> String {
    let plain = name.map { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == ".") ? $0 : "_" }
    return plain.isEmpty ? "<!-- hitchmark-check -->" : "<!-- hitchmark-check \(String(plain)) -->"
  }

  private static func heading(of outcome: CheckOutcome) -> String {
    let title = Document(
      schema: "", title: "",
      blocks: [.heading(.section, CheckAnswer(of: outcome).title.shortened, anchor: "check")])
    return Renderer.markdown(of: title)
  }

  private static func body(
    of outcome: CheckOutcome, _ showsRatchet: Bool, most: Int
  ) -> String {
    let answer = CheckAnswer(of: outcome)
    let tables = CheckTables(mostRows: most)
    let blocks =
      CheckReport.summary(of: outcome) + (answer.sparkline.map { [.paragraph($0)] } ?? [])
      + answer.commit + CheckReport.causes(of: answer.first, in: outcome) + answer.steps
      + CheckReport.findings(
        outcome.findings, of: outcome, tables, besides: answer.first, most: most, level: .subsection
      )
      + (showsRatchet ? CheckReport.ratchet(of: outcome, most: most) : [])
      + CheckReport.remarks(on: outcome, most: most)
      + details(of: outcome, tables)
    let document = Document(schema: "", title: "", blocks: blocks)
    return "\(heading(of: outcome))\n\n\(Renderer.markdown(of: document))"
  }

  private static func details(of outcome: CheckOutcome, _ tables: CheckTables) -> [Block] {
    guard !outcome.series.isEmpty else { return [] }
    return [tables.series(of: outcome), tables.unjudged(of: outcome)]
      .compactMap { $0.map { .table($0) } }
  }
}

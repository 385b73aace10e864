public import Analysis
internal import Documents

/// The Markdown that a bot posts below a pull request and keeps up to date, and that a job shows as its
/// summary.
///
/// It begins with a remark that nobody sees, by which the bot finds what it posted before. GitHub takes
/// no comment of 65,536 characters or more, so that long ones are cut and what is left out is counted.
public enum CheckComment {
  /// Writes the comment.
  ///
  /// - Parameters:
  ///   - outcome: what the gate says.
  ///   - name: tells several checks of one pull request apart; empty when there is one.
  ///   - showsRatchet: whether new limits are shown that the present levels allow.
  /// - Returns: Markdown with a line break at the end.
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

  /// The remark that a comment begins with: of letters, digits and points alone, so that it stays one.
  static func marker(of name: String) -> String {
    let plain = name.map { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == ".") ? $0 : "_" }
    return plain.isEmpty ? "<!-- hitchmark-check -->" : "<!-- hitchmark-check \(String(plain)) -->"
  }

  private static func heading(of outcome: CheckOutcome) -> String {
    let title = Document(
      schema: "", title: "",
      blocks: [.heading(.section, CheckReport.title(of: outcome).shortened, anchor: "check")])
    return Renderer.markdown(of: title)
  }

  private static func body(
    of outcome: CheckOutcome, _ showsRatchet: Bool, most: Int
  ) -> String {
    let tables = CheckTables(mostRows: most)
    let blocks =
      CheckReport.summary(of: outcome)
      + CheckReport.findings(of: outcome, tables, most: most, level: .subsection)
      + (showsRatchet ? CheckReport.ratchet(of: outcome, most: most) : [])
      + CheckReport.remarks(on: outcome, most: most)
    let head = Document(schema: "", title: "", blocks: blocks)
    let parts = [heading(of: outcome), Renderer.markdown(of: head)]
    return (parts + (outcome.series.isEmpty ? [] : [details(of: outcome, tables)]))
      .joined(separator: "\n\n")
  }

  private static func details(of outcome: CheckOutcome, _ tables: CheckTables) -> String {
    let all = [tables.series(of: outcome), tables.unjudged(of: outcome)].compactMap(\.self)
    let document = Document(schema: "", title: "", blocks: all.map { .table($0) })
    return """
      <details><summary>All series: \(outcome.census)</summary>

      \(Renderer.markdown(of: document))

      </details>
      """
  }
}

internal import Decoding
internal import Recordings

extension TraceFormat {
  /// CapFrameX tables: lines `//Key=Value`, then a table of PresentMon.
  static let capFrameXCSV = TraceFormat(
    id: "capframex-csv",
    title: "CapFrameX CSV",
    summary: """
      a table in PresentMon's format, below lines that describe the machine and the program
      """,
    dialects: PresentMonDialect.versions.map { "PresentMon " + $0 },
    supports: "all metrics of frames, and the metrics of latency, CPU times and GPU times",
    checkedAgainst: "one CapFrameX capture with a table of PresentMon 1.x",
    recognize: { head in
      guard CapFrameXPreface.isAbove(head) else { return .no() }
      if CapFrameXPreface(head.lines).isMarked { return .refused(.marked) }
      guard let (header, layout) = found(in: head) else {
        return .no(missing: ["MsBetweenPresents"])
      }
      return .yes(dialect: "PresentMon " + PresentMonDialect.name(of: header, layout))
    },
    read: { (source, head, dialect) throws(TraceError) in
      guard let (header, layout) = found(in: head) else { return [] }
      var extras = PresentExtras()
      extras.description = CapFrameXPreface(head.lines).description
      var table = PresentTable(
        below: header, layout: layout, extras: extras, recognized: ("capframex-csv", dialect),
        in: head, of: &source)
      return try table.runs(in: &source)
    })

  private static func found(in head: TraceHead) -> (CSVHeader, PresentLayout)? {
    for header in head.headers {
      if let layout = PresentLayout(header) { return (header, layout) }
    }
    return nil
  }
}

internal import Decoding
internal import Recordings
internal import Units

extension TraceFormat {
  /// Captures of OCAT: PresentMon 1.x, with the hardware at the end of the first row.
  static let ocat = TraceFormat(
    id: "ocat",
    title: "OCAT",
    summary: """
      a table in the format of PresentMon 1.x, with a description of the hardware in its first row
      """,
    dialects: ["1.x"],
    supports: "all metrics of frames",
    checkedAgainst:
      "one OCAT capture of 2019, in which another program found the same number of frames",
    recognize: { head in
      if head.header(with: "Compositor", "Average FPS (Application)") != nil {
        return .refused(.summary(tool: "OCAT"))
      }
      return found(in: head) == nil ? .no() : .yes(dialect: "1.x")
    },
    read: { (source, head, dialect) throws(TraceError) in
      guard let (header, layout) = found(in: head) else { return [] }
      var extras = PresentExtras()
      extras.facts = header.names.enumerated().compactMap { column, name in
        HardwareFact(named: name).map { (column, $0) }
      }
      // All rows except the first row end before the columns of the hardware.
      extras.minimumFieldCount = header.column("Motherboard")
      var table = PresentTable(
        below: header, layout: layout, extras: extras, recognized: ("ocat", dialect), in: head,
        of: &source)
      return try table.runs(in: &source).map(\.tellingItsStart)
    })

  private static func found(in head: TraceHead) -> (CSVHeader, PresentLayout)? {
    guard !CapFrameXPreface.isAbove(head), let header = head.header(with: "Motherboard"),
      let layout = PresentLayout(header)
    else { return nil }
    return (header, layout)
  }
}

extension TraceRun {
  /// The run with a label for the time from the start of the recording to the first present, which OCAT's own averages
  /// include.
  fileprivate var tellingItsStart: TraceRun {
    guard let clockOrigin, clockOrigin >= 0 else { return self }
    var run = self
    run.recording.description.labels["before_first_present_s"] = "\(clockOrigin.seconds)"
    return run
  }
}

internal import Decoding
internal import Recordings
internal import Units

extension TraceFormat {
  /// What the web service of GameBench answers for a session.
  static let gameBench = TraceFormat(
    id: "gamebench",
    title: "GameBench",
    summary:
      "a session's own figures, which count as reported, with device and app; or samples, one a"
      + " second or fewer, which are no frames",
    dialects: [
      GameBenchDialect.session, GameBenchDialect.search, GameBenchDialect.measure,
      GameBenchDialect.export,
    ],
    supports:
      "fps.median and fps.stability.median as reported; load, battery and temperature of samples",
    checkedAgainst:
      "six answers of the service, of which one is refused; no CSV export, as none was to be had",
    recognise: { head in
      guard let outline = head.outline else {
        let isExport = GameBenchTable.header(in: head) != nil
        return isExport ? .yes(dialect: GameBenchDialect.export) : .no()
      }
      let places = ["", "response."]
      for place in places {
        if outline.has(place + "sessionId"), outline.has(place + "samples") {
          return .yes(dialect: GameBenchDialect.measure)
        }
        if outline.has(place + "app.packageName"), outline.has(place + "device") {
          return .yes(dialect: GameBenchDialect.session)
        }
        if outline.has(place + "results[].app"), outline.has(place + "totalHits") {
          return .yes(dialect: GameBenchDialect.search)
        }
      }
      let isStability = head.contains("gamebench") && outline.has("response[]")
      return isStability ? .refused(.summary(tool: "GameBench")) : .no()
    },
    read: { (source, head, dialect) throws(TraceError) in
      let origin = GameBenchDialect.origin(source.name, dialect)
      guard let header = GameBenchTable.header(in: head), head.outline == nil else {
        return try GameBenchFile.runs(in: &source, origin)
      }
      var table = GameBenchTable(below: header, of: &source)
      return [try table.run(in: &source, origin)]
    })
}

/// What an answer is about; each may stand by itself or beside the request that it answers.
enum GameBenchDialect {
  static let session = "session"
  static let search = "list of sessions"
  static let measure = "samples of one measure"
  static let export = "CSV export"

  /// Where a run of some dialect comes from.
  static func origin(_ source: String, _ dialect: String) -> Recording.Origin {
    Recording.Origin(source: source, format: TraceFormat.gameBench.id, dialect: dialect)
  }
}

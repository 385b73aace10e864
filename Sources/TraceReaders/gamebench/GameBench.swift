internal import Decoding
internal import Recordings
internal import Units

extension TraceFormat {
  /// Session results of GameBench's web service.
  static let gameBench = TraceFormat(
    id: "gamebench",
    title: "GameBench",
    summary: """
      the figures of a measurement session as GameBench reports them, with the device and the app; or sensor samples, \
      at most one per second, and no frames
      """,
    dialects: [
      GameBenchDialect.session, GameBenchDialect.search, GameBenchDialect.measure,
      GameBenchDialect.export,
    ],
    supports: """
      the metrics fps.median and fps.stability.median, as GameBench reports them; load, battery and temperature, from \
      samples
      """,
    checkedAgainst: """
      six responses of GameBench's web service, one of which Hitchmark refuses. No CSV export of GameBench was \
      available
      """,
    recognize: { head in
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

/// The dialects of GameBench files, which are named after their content; a file may contain a request and its response.
enum GameBenchDialect {
  static let session = "session"
  static let search = "list of GameBench sessions"
  static let measure = "samples of one GameBench measure"
  static let export = "CSV export"

  /// The origin of a run that was read from a GameBench file.
  static func origin(_ source: String, _ dialect: String) -> Recording.Origin {
    Recording.Origin(source: source, format: TraceFormat.gameBench.id, dialect: dialect)
  }
}

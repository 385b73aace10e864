internal import Recordings
internal import Units

extension TraceFormat {
  /// What the web service of GameBench answers for a session.
  static let gameBench = TraceFormat(
    id: "gamebench",
    title: "GameBench",
    summary:
      "a session's own figures, which count as reported, with device and app; or the samples of one"
      + " measure, one a second or fewer, which are no frames",
    dialects: [GameBenchDialect.session, GameBenchDialect.search, GameBenchDialect.measure],
    recognise: { head in
      guard let outline = head.outline else { return .no() }
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
      try GameBenchFile.runs(in: &source, dialect: dialect)
    })
}

/// What an answer is about; each may stand by itself or beside the request that it answers.
enum GameBenchDialect {
  static let session = "session"
  static let search = "list of sessions"
  static let measure = "samples of one measure"
}

internal import Decoding
internal import Recordings
internal import Units

extension TraceFormat {
  /// What PerfDog's web service answers for a case: its summary, its seconds with their frames, or both.
  static let perfDog = TraceFormat(
    id: "perfdog",
    title: "PerfDog",
    summary:
      "a case's seconds with the time of every frame, loads, memory and labels, and PerfDog's own"
      + " figures; a summary alone gives those and no frames",
    dialects: [PerfDogDialect.script, PerfDogDialect.json],
    supports:
      "all metrics of frames but latency, CPU load and memory; PerfDog's own figures are scalars",
    checkedAgainst: "a case of 378 seconds, whose published averages, variance and janks come out",
    recognise: { head in
      let isSummary = head.contains("\"caseData\"") && head.contains("\"fps_avg\"")
      let isReport = head.contains("\"DataList\"") && head.contains("\"TimeStamp\"")
      guard isSummary || isReport else { return .no() }
      let isJSON = head.firstVisibleByte == UInt8(ascii: "{")
      return .yes(dialect: isJSON ? PerfDogDialect.json : PerfDogDialect.script)
    },
    read: { (source, head, dialect) throws(TraceError) in
      try PerfDogFile.runs(in: &source, dialect: dialect)
    })
}

/// What the answers are kept in.
enum PerfDogDialect {
  static let script = "script"
  static let json = "JSON"
}

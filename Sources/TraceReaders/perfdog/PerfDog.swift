internal import Decoding
internal import Recordings
internal import Units

extension TraceFormat {
  /// Responses of PerfDog's web service for a case: its summary, its seconds with their frames, or both.
  static let perfDog = TraceFormat(
    id: "perfdog",
    title: "PerfDog",
    summary: """
      the frame times, loads, memory and labels of each second of a PerfDog test case, and PerfDog's own figures; a \
      summary without the seconds gives only PerfDog's figures
      """,
    dialects: [PerfDogDialect.script, PerfDogDialect.json],
    supports: """
      CPU load, memory, and all metrics of frames except latency; each figure that PerfDog computed becomes one value \
      per run
      """,
    checkedAgainst: """
      a test case of 378 seconds, whose published averages, variance and number of janks Hitchmark reproduces
      """,
    recognize: { head in
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

/// The container of PerfDog's responses, which is the name of the dialect.
enum PerfDogDialect {
  static let script = "script"
  static let json = "JSON"
}

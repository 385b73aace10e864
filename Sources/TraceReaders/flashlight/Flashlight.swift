internal import Decoding
internal import Recordings
internal import Units

extension TraceFormat {
  /// Results of Flashlight, which polls an app on a phone during a test.
  static let flashlight = TraceFormat(
    id: "flashlight",
    title: "flashlight",
    summary: """
      the frame rate, memory and thread loads at each poll (moment of measurement), one run per iteration. Flashlight \
      does not record the frames between polls, so the file has no frame times
      """,
    dialects: [FlashlightDialect.single, FlashlightDialect.several],
    supports: """
      memory and the CPU use of threads; the frame rate and the CPU use that flashlight computes become one value each \
      per run
      """,
    checkedAgainst: """
      two results of ten iterations each, for which Hitchmark computes the same figures as the published summaries
      """,
    recognize: { head in
      guard let outline = head.outline else { return .no() }
      if outline.has("iterations[].measures") { return .yes(dialect: FlashlightDialect.single) }
      return outline.has("[].iterations[].measures")
        ? .yes(dialect: FlashlightDialect.several) : .no()
    },
    read: { (source, head, dialect) throws(TraceError) in
      try FlashlightFile.runs(in: &source, dialect: dialect)
    })
}

/// The dialects of Flashlight results: a file with one result, or with a list of results.
enum FlashlightDialect {
  static let single = "one result"
  static let several = "list of Flashlight results"
}

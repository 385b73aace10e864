internal import Decoding
internal import Recordings

extension TraceFormat {
  /// `benchmarkData.json` of AndroidX Macrobenchmark and Microbenchmark.
  static let macrobenchmark = TraceFormat(
    id: "macrobenchmark",
    title: "AndroidX Macrobenchmark",
    summary: """
      the measures and frame durations of each iteration; each benchmark becomes a stage. The file does not contain \
      the times at which frames were presented, so no frame rate can be computed
      """,
    dialects: ["1.0", "1.1+"],
    supports: """
      the metrics frame.cpu and frame.overrun; every other measure of the benchmark becomes one value per run
      """,
    checkedAgainst: """
      six Macrobenchmark results; three of them contain samples, from which Hitchmark reproduces the percentiles in \
      the results
      """,
    recognize: { head in
      guard head.firstVisibleByte == UInt8(ascii: "{"), head.contains("\"benchmarks\"") else {
        return .no()
      }
      let marks = ["\"className\"", "\"totalRunTimeNs\"", "\"cpuLocked\""]
      guard marks.contains(where: { head.contains($0) }) else { return .no() }
      return .yes(dialect: head.contains("\"sampledMetrics\"") ? "1.1+" : "1.0")
    },
    read: { (source, head, dialect) throws(TraceError) in
      try MacrobenchmarkFile.runs(in: &source, dialect: dialect)
    })
}

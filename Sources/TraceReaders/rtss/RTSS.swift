internal import Decoding
internal import Recordings

extension TraceFormat {
  /// `Benchmark.txt` files of RivaTuner Statistics Server.
  static let rtss = TraceFormat(
    id: "rtss",
    title: "RTSS benchmark",
    summary: """
      the figures of each benchmark in the file, as RTSS reports them: number of frames, time, average, lowest and \
      highest frame rate, 1% and 0.1% lows. Each benchmark becomes a run without frame times
      """,
    dialects: ["text"],
    supports: """
      the metrics frames, duration and fps.avg as RTSS reports them; also the lowest and highest frame rate and the 1% \
      and 0.1% low
      """,
    checkedAgainst: """
      a file with four benchmarks; each average in the file is frames divided by time, truncated after one decimal \
      place
      """,
    recognize: { head in
      let isBenchmark =
        head.contains(" benchmark completed, ") && head.contains(" frames rendered in ")
      return isBenchmark ? .yes(dialect: "text") : .no()
    },
    read: { (source, _, dialect) throws(TraceError) in
      try RTSSBenchmarks.runs(in: &source, dialect: dialect)
    })
}

internal import Decoding

extension TraceFormat {
  /// Tables of CapFrameX's Vulkan layer for Linux: frame times, and two columns that are copies of the frame times.
  static let capFrameXLayer = TraceFormat(
    id: "capframex-layer",
    title: "CapFrameX for Linux",
    summary: """
      a table of frame times; its columns for latency are not read, because these columns only repeat the frame times
      """,
    supports: "all metrics of frames except the metrics of latency",
    checkedAgainst:
      "example files that this project wrote; no file that CapFrameX's layer wrote was available",
    tables: [
      .frames(
        dialect: "1",
        header: { head in
          let names = ["msbetweenpresents", "msuntilrendercomplete", "msuntildisplayed"]
          return head.headers.first.flatMap {
            $0.names.map { $0.lowercased() } == names ? $0 : nil
          }
        },
        columns: [TableColumn("MsBetweenPresents", .frameTime(.milliseconds))])
    ])
}

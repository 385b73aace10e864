internal import Decoding

extension TraceFormat {
  /// Tables of CapFrameX's Vulkan layer for Linux: frame times, and two columns that are copies of them.
  static let capFrameXLayer = TraceFormat(
    id: "capframex-layer",
    title: "CapFrameX for Linux",
    summary: "frame times; its latency columns are copies of them and are not read",
    supports: "metrics of frames that need no latency",
    checkedAgainst: "no real file: none was available",
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

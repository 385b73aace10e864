internal import Arguments
internal import TraceReaders

/// The trace formats that options of the command line can name.
enum TraceFormats {
  static let type: ValueType<TraceFormat> = .choice(
    "TRACE-FORMAT", of: TraceFormat.all, name: \.id)
}

internal import Arguments
internal import TraceReaders

/// Trace formats on a command line.
enum TraceFormats {
  static let type: ValueType<TraceFormat> = .choice(
    "TRACE-FORMAT", of: TraceFormat.all, name: \.id, help: \.title)
}

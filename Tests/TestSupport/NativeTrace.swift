/// A small trace in the native format, which differs from those with other numbers.
public struct NativeTrace: Sendable {
  /// The number that determines the contents: traces of equal number have equal bytes.
  public let number: Int

  /// The number of frames, from 20 to 59.
  public var frameCount: Int { 20 + number % 40 }

  /// Creates the trace with a number.
  public init(_ number: Int) {
    self.number = number
  }

  /// The contents of the file.
  ///
  /// There is one row more than frames, because the first row only starts the timeline.
  public var text: String {
    let step = 16_000_000 + number * 1000
    let rows = (0...frameCount).map { "\($0 * step),\($0 % 7).5" }
    return (["timestamp_ns,cpu_ms"] + rows).joined(separator: "\n") + "\n"
  }

  /// Writes the trace to `<number>.csv`.
  ///
  /// - Parameter name: the subfolder of `folder` to write to, with a slash at its end; empty for the folder itself.
  public func write(into folder: TemporaryFolder, _ name: String = "") throws {
    try folder.file("\(name)\(number).csv", text: text)
  }
}

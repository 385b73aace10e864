/// A small native trace, made of numbers that tell it from others.
public struct NativeTrace: Sendable {
  /// Which one; two of the same number have the same bytes.
  public let number: Int

  /// How many frames it has, from 20 to 59.
  public var frameCount: Int { 20 + number % 40 }

  /// Makes a trace.
  ///
  /// - Parameter number: which one.
  public init(_ number: Int) {
    self.number = number
  }

  /// Its text: a row more than frames, because the first only opens the timeline.
  public var text: String {
    let step = 16_000_000 + number * 1000
    let rows = (0...frameCount).map { "\($0 * step),\($0 % 7).5" }
    return (["timestamp_ns,cpu_ms"] + rows).joined(separator: "\n") + "\n"
  }

  /// Writes it into a folder as `<number>.csv`.
  ///
  /// - Parameters:
  ///   - folder: where to.
  ///   - name: of the folder's folder that it goes into, with a slash behind; none when empty.
  /// - Throws: when it cannot be written.
  public func write(into folder: TemporaryFolder, _ name: String = "") throws {
    try folder.file("\(name)\(number).csv", text: text)
  }
}

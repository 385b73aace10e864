internal import Decoding
internal import Recordings
internal import Units

/// A line of the Metal performance HUD.
///
/// `2026-09-24 06:42:13.540 Game[34741:1354250] metal-HUD: 93,664.89,1593.53,16.67,4.08,…`: the number of frames so
/// far, two figures of the process, then present interval and GPU time of each frame in milliseconds.
struct MetalHUDLine {
  /// The name and id of the process, such as `Game 34741`; empty if the log does not show them.
  let process: String
  /// The number of frames that the process had presented when it wrote the line.
  ///
  /// Apple's description calls this number the number of the first frame in the line, but the first line of a process
  /// has about as many frames as this number.
  let frameNumber: Int64
  /// Whether the line's second number is the count of missed frames, as before macOS 14, instead of memory.
  let hasMisses: Bool
  /// The numbers of the line as text: the frame number, two figures, and the pairs of interval and GPU time.
  let cells: [Substring]

  /// Parses a line of the Metal performance HUD; `nil` for other lines.
  init?(_ line: String) {
    guard let mark = line.firstRange(of: Self.mark) else { return nil }
    let payload = line[mark.upperBound...].prefix { !"<\"}".contains($0) }
    cells = payload.split(separator: ",", omittingEmptySubsequences: false)
      .map { $0.trimmingPrefix(while: \.isWhitespace) }.map { $0.prefix { !$0.isWhitespace } }
    guard cells.count > 2, let number = Int64(cells[0]), number >= 0 else { return nil }
    frameNumber = number
    hasMisses = !cells[1].contains(".") && cells[1].allSatisfy(\.isNumber)
    process = Self.process(in: line[..<mark.lowerBound])
  }

  private static let mark = "metal-HUD: "

  /// The name and id of the process in the text before the HUD's numbers, such as `Game 34741`; empty if the text
  /// contains no process id.
  ///
  /// The name is the last word before the id or, if the line begins with a time, all words between the time and the id.
  private static func process(in prefix: Substring) -> String {
    var words = prefix.split(separator: " ")
    while let word = words.popLast() {
      guard word.last == "]", let bracket = word.lastIndex(of: "[") else { continue }
      let id = word[word.index(after: bracket)...].prefix { $0.isNumber }
      guard !id.isEmpty else { continue }
      let time = words.lastIndex { $0.contains(":") && $0.allSatisfy("0123456789-+:.".contains) }
      let name = words[(time ?? words.count - 1).advanced(by: 1)...] + [word[..<bracket]]
      return harmless("\(name.joined(separator: " ")) \(id)", limit: 100)
    }
    return ""
  }
}

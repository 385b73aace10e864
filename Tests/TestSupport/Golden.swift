internal import Foundation

/// Compares text with a golden file, which contains the expected text.
///
/// With `UPDATE_GOLDEN=1`, or if the file is missing, the text is recorded and the comparison still fails, so that a
/// recording does not go unnoticed. A mismatch writes the text to a `.got` file next to the golden file.
public enum Golden {
  /// Compares the text with the golden file.
  ///
  /// - Parameter path: the golden file, relative to the project's folder.
  /// - Returns: a description of the difference, or `nil` if the text equals the file.
  public static func complaint(about text: String, golden path: String) -> String? {
    let file = SharedMaterial.project.appending(path: path)
    let expected = try? String(contentsOf: file, encoding: .utf8)
    if ProcessInfo.processInfo.environment["UPDATE_GOLDEN"] == "1" || expected == nil {
      return record(text, in: file, path: path)
    }
    guard let expected, expected != text else { return nil }
    let got = file.appendingPathExtension("got")
    try? Data(text.utf8).write(to: got)
    return
      "\(path) differs at \(firstDifference(expected, text)); the new text is in \(path).got; "
      + "if it is correct, run UPDATE_GOLDEN=1 swift test"
  }

  private static func record(_ text: String, in file: URL, path: String) -> String {
    do {
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: file)
      return "\(path) was recorded; check it, then run the test again"
    } catch {
      return "\(path) could not be recorded: \(error)"
    }
  }

  private static func firstDifference(_ expected: String, _ text: String) -> String {
    let wanted = expected.split(separator: "\n", omittingEmptySubsequences: false)
    let made = text.split(separator: "\n", omittingEmptySubsequences: false)
    let line = zip(wanted, made).prefix { $0 == $1 }.count
    let left = line < wanted.count ? wanted[line] : "the end"
    let right = line < made.count ? made[line] : "the end"
    return "line \(line + 1): expected \(left), found \(right)"
  }
}

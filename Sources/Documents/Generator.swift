/// The name and version of Hitchmark, the program that makes the outputs.
///
/// Pages and JSON name it, so that a reader knows which version computed the values.
public enum Generator {
  /// The version of Hitchmark.
  public static let version = "0.1.0"

  /// The program's name and version, as `hitchmark --version` prints them.
  public static let name = "hitchmark \(version)"
}

/// The name and version of Hitchmark as outputs state them.
///
/// Pages and JSON name it, so that a reader knows which version computed the values.
public enum Generator {
  /// The version of Hitchmark.
  public static let version = "0.1.0"

  /// The name and version of the program, as `hitchmark --version` prints them.
  public static let name = "hitchmark \(version)"
}

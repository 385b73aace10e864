/// The steps that lead from an empty file to the store's schema.
///
/// A step that was ever released is never changed again: a new one is added below it. The file's name
/// begins with a letter, because a leading digit is lost when it is embedded.
public enum StoreMigrations {
  /// The SQL of every step in order; the first one leads to version 1.
  public static let all: [String] = [
    text(PackageResources.v001_initial_sql), text(PackageResources.v002_thresholds_sql),
    text(PackageResources.v003_metric_basis_sql), text(PackageResources.v004_measures_sql),
    text(PackageResources.v005_threads_sql), text(PackageResources.v006_run_metrics_sql),
  ]

  private static func text(_ bytes: [UInt8]) -> String {
    String(decoding: bytes, as: UTF8.self)
  }
}

/// The migrations of the store's schema, embedded in the binary.
///
///     for migration in StoreMigrations.all.dropFirst(version) { try connection.execute(migration) }
///
/// A migration that was released never changes; a new file is added instead. The name of a file begins with a letter,
/// because embedding replaces a leading digit.
public enum StoreMigrations {
  /// The SQL of each migration of the store's schema, oldest first.
  ///
  /// The first migration creates version 1. Later migrations only create tables. If a store of an earlier version
  /// cannot be written, it is read with empty temporary tables in place of the missing ones. A migration that adds
  /// columns must extend `StoreOpening.addMissingTables`, so that such a store stays readable.
  public static let all: [String] = [
    PackageResources.v001_initial_sql, PackageResources.v002_frame_parts_sql,
  ].map { String(decoding: $0, as: UTF8.self) }
}

internal import CSQLite

extension Connection {
  /// Makes `hitchmark_packed(value)` known, an aggregate that packs the values of a group in the order in
  /// which they come, and leaves out `NULL`: no function of SQLite's makes bytes of a number.
  func registerPackedValues() throws(StoreError) {
    let code = sqlite3_create_function_v2(
      handle, "hitchmark_packed", 1, SQLITE_UTF8 | SQLITE_DETERMINISTIC, nil, nil,
      { context, _, arguments in
        guard let values = CollectedValues.of(context), let value = arguments?.pointee else {
          return
        }
        if sqlite3_value_type(value) != SQLITE_NULL {
          values.values.append(sqlite3_value_double(value))
        }
      },
      { context in
        // A group has a row at least, so this makes none but to free it.
        guard let place = CollectedValues.place(in: context), let object = place.pointee else {
          return sqlite3_result_zeroblob(context, 0)
        }
        let bytes = PackedValues.pack(
          Unmanaged<CollectedValues>.fromOpaque(object).takeRetainedValue().values)
        place.pointee = nil
        sqlite3_result_blob64(context, bytes, UInt64(bytes.count), csqlite_copy())
      }, nil)
    guard code == SQLITE_OK else { throw failure(code) }
  }
}

/// The values of one group; SQLite keeps a pointer to it from the group's first row to its last.
private final class CollectedValues {
  var values: [Double] = []

  /// Where SQLite keeps the pointer, which is null at first.
  static func place(
    in context: OpaquePointer?
  ) -> UnsafeMutablePointer<UnsafeMutableRawPointer?>? {
    sqlite3_aggregate_context(context, Int32(MemoryLayout<UnsafeMutableRawPointer?>.size))?
      .assumingMemoryBound(to: UnsafeMutableRawPointer?.self)
  }

  static func of(_ context: OpaquePointer?) -> CollectedValues? {
    guard let place = place(in: context) else { return nil }
    if let object = place.pointee {
      return Unmanaged<CollectedValues>.fromOpaque(object).takeUnretainedValue()
    }
    let made = CollectedValues()
    place.pointee = Unmanaged.passRetained(made).toOpaque()
    return made
  }
}

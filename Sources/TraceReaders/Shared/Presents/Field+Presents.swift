internal import Decoding
internal import Recordings

// The meaning of fields that describe a frame in present tables (tables with one row per present).

extension Field {
  /// Whether the field is `1`, or `true` as in copies of a table that other programs wrote.
  @inline(__always)
  var isOne: Bool {
    count == 1 ? start[0] == UInt8(ascii: "1") : isWord("true")
  }

  /// Whether the field has no value or only zeros.
  var isMissingOrZero: Bool {
    if isMissing { return true }
    for index in 0..<count where start[index] != Byte.zero && start[index] != Byte.point {
      return false
    }
    return true
  }

  /// The kind of a frame that the application did not render, by the frame type in the field; `nil` for the
  /// application's own frames.
  var madeUpKind: FrameKind? {
    if isMissing || isWord("application") || isWord("notset") || isWord("unspecified") {
      return nil
    }
    return isWord("repeated") ? .repeated : .generated
  }
}

internal import Decoding
internal import Recordings

// What fields of tables of presents say of a frame.

extension Field {
  /// Whether it says `1`, or `true`, as copies of tables made by other programs do.
  @inline(__always)
  var isOne: Bool {
    count == 1 ? start[0] == UInt8(ascii: "1") : isWord("true")
  }

  /// Whether there is no value, or nothing but zeros.
  var isMissingOrZero: Bool {
    if isMissing { return true }
    for index in 0..<count where start[index] != Byte.zero && start[index] != Byte.point {
      return false
    }
    return true
  }

  /// What the type of a frame that the application did not render makes of it; `nil` for its own.
  var madeUpKind: FrameKind? {
    if isMissing || isWord("application") || isWord("notset") || isWord("unspecified") {
      return nil
    }
    return isWord("repeated") ? .repeated : .generated
  }
}

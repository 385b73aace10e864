/// One token of a JSON text, such as a bracket, key or string.
///
/// The contents of keys, strings and numbers stay in the buffer of the tokenizer until the next token, so a column of a
/// million numbers allocates no strings.
package enum JSONToken: Sendable, Equatable {
  /// `{`.
  case beginObject
  /// `}`.
  case endObject
  /// `[`.
  case beginArray
  /// `]`.
  case endArray
  /// The name of a member; its value follows.
  case key
  /// A string.
  case string
  /// A number.
  case number
  /// `true` or `false`.
  case bool(Bool)
  /// `null`.
  case null
  /// `NaN`, `Infinity` or `-Infinity`, if the dialect allows them.
  case notANumber
  /// The end of the text, after one complete value.
  case end
}

/// The place and reason of a syntax error in a JSON text.
package struct JSONFault: Error, Sendable, Equatable {
  /// The kind of the JSON syntax error.
  package let reason: Reason
  /// The line of the JSON syntax error, from 1.
  package let line: Int
  /// The byte offset of the JSON syntax error in the text, from 0.
  package let offset: Int

  /// The kinds of JSON syntax errors.
  package enum Reason: Sendable, Equatable {
    /// A byte that the grammar does not allow here.
    case unexpected(UInt8, wanted: Wanted)
    /// The text ends within a value.
    case ended(wanted: Wanted)
    /// A backslash followed by something that is not an escape.
    case badEscape
    /// A control character in a string, which must be escaped.
    case controlCharacter(UInt8)
    /// Bytes in a string that are not UTF-8.
    case badEncoding
    /// A malformed number.
    case badNumber
    /// A number beyond the range of `Double`, in a dialect without infinities.
    case tooLargeNumber
    /// Arrays and objects are nested more deeply than the limit.
    case tooDeep(limit: Int)
    /// A string or number is longer than the limit.
    case tooLong(limit: Int)
  }

  /// What the JSON grammar expects at the place of an error, such as a value or a comma.
  package enum Wanted: Sendable, Equatable {
    /// A value.
    case value
    /// A value, or the end of an empty array.
    case valueOrEnd
    /// The name of a member.
    case key
    /// The name of a member, or the end of an empty object.
    case keyOrEnd
    /// The colon after the name of a member.
    case colon
    /// A comma, or the end of the array or object.
    case commaOrEnd
    /// The rest of a string.
    case closingQuote
    /// The rest of a comment.
    case commentEnd
    /// Only white space.
    case nothing
  }
}

/// One token of a JSON text, such as a bracket, key or string.
///
/// The contents of keys, strings and numbers stay in the buffer of the tokenizer until the next token, so a column of a
/// million numbers allocates no strings.
package enum JSONToken: Sendable, Equatable {
  /// The bracket `{`, which begins an object.
  case beginObject
  /// The bracket `}`, which ends an object.
  case endObject
  /// The bracket `[`, which begins an array.
  case beginArray
  /// The bracket `]`, which ends an array.
  case endArray
  /// The name of an object's member, whose value follows.
  case key
  /// A string that is a value.
  case string
  /// A number that is a value.
  case number
  /// The value `true` or `false`.
  case bool(Bool)
  /// The value `null`.
  case null
  /// The value `NaN`, `Infinity` or `-Infinity`, if the dialect allows it.
  case notANumber
  /// The end of the JSON text, after one complete value.
  case end
}

/// The position and kind of a syntax error in a JSON text.
package struct JSONFault: Error, Sendable, Equatable {
  /// The kind of the JSON syntax error.
  package let reason: Reason
  /// The line of the JSON syntax error, from 1.
  package let line: Int
  /// The byte offset of the JSON syntax error in the text, from 0.
  package let offset: Int

  /// The kinds of JSON syntax errors.
  package enum Reason: Sendable, Equatable {
    /// The text contains a byte that the grammar of JSON does not allow at its place.
    case unexpected(UInt8, wanted: Wanted)
    /// The text ends before its value is complete.
    case ended(wanted: Wanted)
    /// A string contains a backslash that does not begin an escape of JSON.
    case badEscape
    /// A string contains a control character, which must be escaped.
    case controlCharacter(UInt8)
    /// A string contains bytes that are not UTF-8.
    case badEncoding
    /// A number is malformed, such as `01`.
    case badNumber
    /// A number is beyond the range of `Double`, in a dialect without infinities.
    case tooLargeNumber
    /// Arrays and objects are nested more deeply than the limit.
    case tooDeep(limit: Int)
    /// A string or number is longer than the limit.
    case tooLong(limit: Int)
  }

  /// What the JSON grammar allows at the position of a syntax error, such as a value or a comma.
  package enum Wanted: Sendable, Equatable {
    /// The grammar expects a value.
    case value
    /// The grammar expects a value, or the end of an empty array.
    case valueOrEnd
    /// The grammar expects the name of a member.
    case key
    /// The grammar expects the name of a member, or the end of an empty object.
    case keyOrEnd
    /// The grammar expects the colon after the name of a member.
    case colon
    /// The grammar expects a comma, or the end of the array or object.
    case commaOrEnd
    /// The grammar expects the rest of a string, up to its closing quote.
    case closingQuote
    /// The grammar expects the rest of a comment.
    case commentEnd
    /// The grammar expects nothing except white space.
    case nothing
  }
}

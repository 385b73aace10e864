/// One piece of a JSON text.
///
/// The contents of keys, strings and numbers stay in the tokenizer's `contents` until the next token,
/// so that a column of a million numbers makes no million strings.
package enum JSONToken: Sendable, Equatable {
  /// `{`.
  case beginObject
  /// `}`.
  case endObject
  /// `[`.
  case beginArray
  /// `]`.
  case endArray
  /// A member's name; its value follows.
  case key
  /// A string.
  case string
  /// A number.
  case number
  /// `true` or `false`.
  case bool(Bool)
  /// `null`.
  case null
  /// `NaN`, `Infinity` or `-Infinity`, where the tokenizer allows what JSON does not.
  case notANumber
  /// The end of the text, after one whole value.
  case end
}

/// Where and why a text is no JSON.
package struct JSONFault: Error, Sendable, Equatable {
  /// What is wrong.
  package let reason: Reason
  /// The line it stands in, from 1.
  package let line: Int
  /// The byte it stands at, from 0.
  package let offset: Int

  /// What can be wrong with a JSON text.
  package enum Reason: Sendable, Equatable {
    /// Another byte than the grammar asks for here.
    case unexpected(UInt8, wanted: Wanted)
    /// The text ends within a value.
    case ended(wanted: Wanted)
    /// A backslash followed by something that is no escape.
    case badEscape
    /// A control character that a string must escape.
    case controlCharacter(UInt8)
    /// Bytes in a string that are no UTF-8.
    case badEncoding
    /// Characters of a number that do not make one.
    case badNumber
    /// A number beyond the range of `Double`, where no infinity may stand for it.
    case tooLargeNumber
    /// More arrays and objects within each other than the limit.
    case tooDeep(limit: Int)
    /// A string or number of more bytes than the limit.
    case tooLong(limit: Int)
  }

  /// What the grammar asks for at a place.
  package enum Wanted: Sendable, Equatable {
    /// A value.
    case value
    /// A value, or the end of the empty array.
    case valueOrEnd
    /// A member's name.
    case key
    /// A member's name, or the end of the empty object.
    case keyOrEnd
    /// The colon after a member's name.
    case colon
    /// A comma, or the end of the array or object.
    case commaOrEnd
    /// The rest of a string.
    case closingQuote
    /// The rest of a comment.
    case commentEnd
    /// Nothing but white space.
    case nothing
  }
}

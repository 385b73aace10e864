/// A type of parameter values on the command line, with the functions that parse a value and convert it to text.
public struct ValueType<Value: Sendable>: Sendable {
  /// The placeholder in help for a parameter's value of this type, such as `PATH`.
  public let placeholder: String

  /// A phrase for the expected values in error messages, such as `a whole number of 0 or more`.
  public let wanted: String

  /// All values that a parameter of this type, or one element of a list, can have; empty if there are too many.
  public let candidates: [String]

  /// What shells offer to complete a parameter's value of this type, such as file names.
  public let completion: Declaration.Completion

  /// Parses a word of the command line as a parameter's value of this type; `nil` if the word is invalid.
  public let read: @Sendable (String) -> Value?

  /// Converts a parameter's value to text, as the user would type it on the command line.
  ///
  /// The function `read` parses the printed text. Help texts print default values with `write`.
  public let write: @Sendable (Value) -> String

  /// Creates a type of parameter values on the command line from its functions for parsing and printing a value.
  ///
  /// The properties of the type explain the parameters.
  public init(
    placeholder: String, wanted: String, candidates: [String] = [],
    completion: Declaration.Completion = .none, read: @escaping @Sendable (String) -> Value?,
    write: @escaping @Sendable (Value) -> String
  ) {
    self.placeholder = placeholder
    self.wanted = wanted
    self.candidates = candidates
    self.completion = candidates.isEmpty ? completion : .candidates
    self.read = read
    self.write = write
  }

  /// A copy of this type of parameter values with another placeholder in help, such as `FILE`.
  public func named(_ placeholder: String) -> ValueType {
    ValueType(
      placeholder: placeholder, wanted: wanted, candidates: candidates, completion: completion,
      read: read, write: write)
  }

  func value(of word: String) throws(UnreadableWord) -> Value {
    if let value = read(word) { return value }
    // For a list with commas, name the invalid part.
    let culprit =
      candidates.isEmpty
      ? nil : word.split(separator: ",").first { !candidates.contains(String($0)) }
    throw UnreadableWord(culprit.map(String.init) ?? word, wanted: wanted, candidates: candidates)
  }

  func values(of words: [String]) throws(UnreadableWord) -> [Value] {
    var values: [Value] = []
    for word in words { values.append(try value(of: word)) }
    return values
  }
}

extension ValueType where Value == String {
  public static let text = ValueType(
    placeholder: "TEXT", wanted: "text", read: { $0 }, write: { $0 })

  /// The type of a parameter whose value is the path of a file or folder.
  ///
  /// `-` is standard input or output if the command supports it.
  public static let path = ValueType(
    placeholder: "PATH", wanted: "a path", completion: .files,
    read: { $0.isEmpty ? nil : $0 }, write: { $0 })

  public static let folder = ValueType(
    placeholder: "FOLDER", wanted: "a folder", completion: .folders,
    read: { $0.isEmpty ? nil : $0 }, write: { $0 })
}

extension ValueType where Value == Int {
  /// The type of a parameter whose value is a whole number of 0 or more.
  public static let count = integer(in: 0...Int.max)

  /// The type of a parameter whose value is an integer within a range.
  ///
  /// An upper bound of `Int.max` means that there is no upper bound.
  public static func integer(in range: ClosedRange<Int>) -> ValueType {
    let bounds =
      range.upperBound == Int.max
      ? "a whole number that is at least \(range.lowerBound)"
      : "a whole number from \(range.lowerBound) to \(range.upperBound)"
    return ValueType(
      placeholder: "N", wanted: bounds,
      read: { word in Int(word).flatMap { range.contains($0) ? $0 : nil } },
      write: { String($0) })
  }
}

extension ValueType where Value == Double {
  public static let number = number(wanted: "a number") { _ in true }

  /// The type of a parameter whose value is a finite number above 0.
  public static let positiveNumber = number(wanted: "a number above 0") { $0 > 0 }

  /// The type of a parameter whose value is a fraction from 0 to 1, or a percentage: `0.2` or `20%`.
  public static let fraction = ValueType(
    placeholder: "SHARE", wanted: "a share from 0% to 100%, or from 0 to 1",
    read: { word in
      let isPercentage = word.hasSuffix("%")
      let value = Double(isPercentage ? String(word.dropLast()) : word)
      return value.map { isPercentage ? $0 / 100 : $0 }.flatMap { (0...1).contains($0) ? $0 : nil }
    },
    write: { ($0 * 100).shortest + "%" })

  private static func number(
    wanted: String, where isWanted: @escaping @Sendable (Double) -> Bool
  ) -> ValueType {
    ValueType(
      placeholder: "NUMBER", wanted: wanted,
      read: { word in Double(word).flatMap { $0.isFinite && isWanted($0) ? $0 : nil } },
      write: \.shortest)
  }
}

extension ValueType where Value == KeyValue {
  /// The type of a parameter whose value is a key and a value separated by `=`, as in `--label key=value`.
  ///
  /// The value may be empty and may contain `=`.
  public static let keyValue = ValueType(
    placeholder: "KEY=VALUE", wanted: "a key and a value with “=” between them",
    read: { word in
      guard let sign = word.firstIndex(of: "="), sign != word.startIndex else { return nil }
      return KeyValue(key: String(word[..<sign]), value: String(word[word.index(after: sign)...]))
    },
    write: { "\($0.key)=\($0.value)" })
}

/// A key with its value from the command line, as in `--label key=value`.
public struct KeyValue: Sendable, Hashable {
  /// The part of `key=value` before the first `=`; never empty.
  public let key: String

  /// The part of `key=value` after the first `=`; may be empty.
  public let value: String

  /// Creates a pair of a key and its value, as in `--label key=value`.
  public init(key: String, value: String) {
    self.key = key
    self.value = value
  }
}

extension ValueType {
  /// The type of a parameter whose value must be one of a list of possible values.
  ///
  /// - Parameters:
  ///   - placeholder: the placeholder in help.
  ///   - values: the values in the order of help.
  ///   - name: the word for a value; the words are unique.
  public static func choice(
    _ placeholder: String, of values: [Value], name: @escaping @Sendable (Value) -> String
  ) -> ValueType {
    let candidates = values.map(name)
    return ValueType(
      placeholder: placeholder, wanted: "one of \(candidates.joined(separator: ", "))",
      candidates: candidates,
      read: { word in values.first { name($0) == word } },
      write: name)
  }

  /// The type of a parameter whose value is a list of at least one value, separated by commas.
  public static func list<Element>(of element: ValueType<Element>) -> ValueType
  where Value == [Element] {
    ValueType(
      placeholder: "\(element.placeholder),…",
      wanted: "a list with commas between its elements, where each element is \(element.wanted)",
      candidates: element.candidates,
      read: { word in
        let parts = word.split(separator: ",", omittingEmptySubsequences: false)
        let values = parts.compactMap { element.read(String($0)) }
        return values.count == parts.count ? values : nil
      },
      write: { $0.map(element.write).joined(separator: ",") })
  }
}

extension ValueType where Value: CaseIterable & RawRepresentable<String> {
  /// The type of a parameter whose value is a case of an enumeration, which the user types as its raw value.
  public static func cases(_ placeholder: String) -> ValueType {
    choice(placeholder, of: Array(Value.allCases), name: { $0.rawValue })
  }
}

extension ValueType where Value == Int64 {
  /// The type of a parameter whose value is a duration of at least 0 with its unit: `1s`, `16.7ms`, `250us`.
  public static let duration = ValueType(
    placeholder: "DURATION", wanted: "a duration such as 1s, 250ms or 16.7ms",
    read: { DurationText.nanoseconds(of: $0) }, write: { DurationText.text($0) })
}

/// Parses and prints durations with their units, such as `250ms`.
private enum DurationText {
  /// The units of durations from long to short, with their length in nanoseconds.
  private static let units: [(name: String, nanoseconds: Double)] = [
    ("h", 3.6e12), ("min", 6e10), ("m", 6e10), ("s", 1e9), ("ms", 1e6), ("us", 1e3), ("µs", 1e3),
    ("ns", 1),
  ]

  /// The duration that a text contains, in whole nanoseconds; `nil` if the text is not a duration, or longer than 292
  /// years.
  static func nanoseconds(of text: String) -> Int64? {
    let number = text.prefix { $0.isASCII && $0.isNumber || $0 == "." }
    let suffix = text.dropFirst(number.count)
    guard let value = Double(number), let unit = units.first(where: { $0.name == suffix })
    else { return nil }
    return Int64(exactly: (value * unit.nanoseconds).rounded())
  }

  /// The duration as text in the largest unit in which it is at least 1.
  static func text(_ duration: Int64) -> String {
    let unit = units.first { Double(duration) >= $0.nanoseconds } ?? ("s", 1e9)
    return (Double(duration) / unit.nanoseconds).shortest + unit.name
  }
}

extension Double {
  /// The shortest decimal that parses to the number, without `.0`.
  var shortest: String {
    let text = String(self)
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }
}

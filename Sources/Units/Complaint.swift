/// An error message in parts: place, what was found, what was expected, what to do.
///
///     Complaint(at: "run.csv", "the file is empty", wanted: "expected a trace").text  // "run.csv: the file is empty; expected a trace"
///
/// It is thrown where only the caller of a function knows the place of a problem, such as the option with a bad value.
public struct Complaint: ExplainedError, Equatable {
  public var place: String?
  public var line: Int?
  public var column: Int?
  public var found: String
  public var wanted: String?
  public var remedy: String?

  public init(
    at place: String? = nil, line: Int? = nil, column: Int? = nil, _ found: String,
    wanted: String? = nil, remedy: String? = nil
  ) {
    self.place = place
    self.line = line
    self.column = column
    self.found = found
    self.wanted = wanted
    self.remedy = remedy
  }

  public var complaint: Complaint { self }

  /// `path:line:column: what was found; what was expected; what to do`, in lower case and without a period.
  ///
  /// The text has no control characters, because paths, names and values may come from hostile files.
  public var text: String {
    let name = place == "-" ? "standard input" : place
    let numbers = [line, column].prefix { $0 != nil }.compactMap { $0.map(String.init) }
    let location = name.map { ([$0] + numbers).joined(separator: ":") }
    let facts = [found, wanted, remedy].compactMap { $0 }.joined(separator: "; ")
    return [location ?? "hitchmark", facts].joined(separator: ": ").harmless
  }
}

/// An error that has its message beside its cases.
public protocol ExplainedError: Error {
  var complaint: Complaint { get }
}

/// The first few words, in quotation marks.
public func quoted(_ words: [String]) -> String {
  let shown = words.prefix(8).map { "“\($0)”" }.joined(separator: ", ")
  return words.count > 8 ? "\(shown) and \(words.count - 8) more" : shown
}

extension String {
  /// The text as one word of a POSIX shell's command line, in quotes if it needs them.
  public var shellWord: String {
    let plain = "_-./:,@%+=".unicodeScalars
    let isPlain = unicodeScalars.allSatisfy { scalar in
      scalar.properties.isAlphabetic || ("0"..."9").contains(scalar) || plain.contains(scalar)
    }
    return isPlain && !isEmpty ? self : shellQuoted
  }

  /// The text in single quotes, as POSIX shells read them.
  public var shellQuoted: String {
    "'\(split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''"))'"
  }
}

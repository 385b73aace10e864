/// A name for a place in a document that links can lead to.
///
/// Only lower-case ASCII letters, digits, and single hyphens between them, so that it can stand in an
/// `id`, an address, a label and a file name without escaping.
public struct Anchor: Sendable, Hashable, ExpressibleByStringLiteral {
  /// The name.
  public let name: String

  /// Creates an anchor; what the alphabet does not have becomes a hyphen: `Stage 6.1` is `stage-6-1`.
  ///
  /// - Parameter text: any text; one without a usable character gives `x`.
  public init(_ text: String) {
    let words = text.lowercased().utf8.split { byte in
      !(UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
        && !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }
    let slug = words.map { String(decoding: $0, as: UTF8.self) }.joined(separator: "-")
    name = slug.isEmpty ? "x" : slug
  }

  /// Creates an anchor as `init(_:)` does.
  ///
  /// - Parameter value: any text.
  public init(stringLiteral value: String) { self.init(value) }

  /// The anchor, with a number appended when its name is taken; the result is then taken too.
  ///
  /// - Parameter taken: the names that are taken.
  /// - Returns: an anchor whose name was not taken.
  public func made(differentFrom taken: inout Set<String>) -> Anchor {
    var candidate = self
    var number = 2
    while !taken.insert(candidate.name).inserted {
      candidate = Anchor("\(name)-\(number)")
      number += 1
    }
    return candidate
  }
}

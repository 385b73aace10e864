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

  /// Returns this anchor, with a number appended if its name is taken, and takes the name of the result.
  ///
  /// O(1) on average, however many anchors have the same name.
  public func made(differentFrom taken: inout TakenAnchors) -> Anchor {
    var candidate = self
    while !taken.names.insert(candidate.name).inserted {
      candidate = Anchor("\(name)-\(taken.numbers[name, default: 2])")
      taken.numbers[name, default: 2] += 1
    }
    return candidate
  }
}

/// The anchor names that are in use within a document or a folder.
public struct TakenAnchors: Sendable {
  fileprivate var names: Set<String>
  /// The lowest number that was not tried for each name that several anchors share.
  ///
  /// Without it, n equal names
  /// would take n² / 2 attempts.
  fileprivate var numbers: [String: Int] = [:]

  /// - Parameter names: the names that are in use already.
  public init(_ names: Set<String> = []) { self.names = names }
}

internal import Decoding
internal import Documents

/// The revisions of the Model Context Protocol that the server speaks.
///
/// Since 2026-07-28 each request names its revision, and there is no session. Before, `initialize` agreed on one. The
/// server keeps nothing between requests in either case.
enum ProtocolVersion {
  /// The revision whose requests name it.
  static let current = "2026-07-28"
  /// The revisions with `initialize`, the newest first; older ones have no structured results.
  static let withInitialize = ["2025-11-25", "2025-06-18"]
  static let all = [current] + withInitialize

  private static let versionKey = "io.modelcontextprotocol/protocolVersion"
  private static let capabilitiesKey = "io.modelcontextprotocol/clientCapabilities"

  /// Checks the revision that a request names; one that names none belongs to an older revision.
  static func check(_ parameters: JSONNode?) throws(ProtocolFault) {
    guard let meta = parameters?["_meta"], let version = meta[versionKey] else { return }
    guard case .string(let name) = version.value else { throw .missingParameter(versionKey) }
    guard name == current else { throw .unsupportedVersion(name) }
    guard meta[capabilitiesKey]?.members != nil else { throw .missingParameter(capabilitiesKey) }
  }

  /// The revision for a client that asks for one with `initialize`: that one, or the newest with `initialize`.
  static func agreed(with asked: String?) -> String {
    withInitialize.first { $0 == asked } ?? withInitialize[0]
  }
}

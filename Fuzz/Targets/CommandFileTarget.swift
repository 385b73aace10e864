@testable import Decoding
@testable import Histories
@testable import RunFolders
@testable import TraceReaders

extension FuzzTarget {
  /// What users pass on the command line: acceptance files, order files, and `--map`.
  ///
  /// The first byte chooses: `a`, `o`, or `m`. For `m`, each line up to an empty one is a pair for `--map`, and
  /// the rest is the table.
  static let commandFile = FuzzTarget(name: "command-file") { bytes in
    let rest = Array(bytes.dropFirst())
    switch bytes.first {
    case UInt8(ascii: "a"): askAcceptances(rest)
    case UInt8(ascii: "o"): askOrder(rest)
    case UInt8(ascii: "m"): return mapComplaint(about: rest)
    default: break
    }
    return nil
  }

  private static func askAcceptances(_ bytes: [UInt8]) {
    let folder = ScratchFolder.shared
    let file = folder.write(bytes, to: "accepted.txt")
    folder.run(
      "check", "--store", folder.baseStore, "--order", folder.baseOrder, "--accepted", file,
      "--format", "md")
  }

  private static func askOrder(_ bytes: [UInt8]) {
    let folder = ScratchFolder.shared
    let file = folder.write(bytes, to: "order.txt")
    folder.run("trend", "--store", folder.baseStore, "--order", file, "--format", "md")
  }

  private static func mapComplaint(about bytes: [UInt8]) -> String? {
    let newline = UInt8(ascii: "\n")
    let gap = bytes.indices.first {
      bytes[$0] == newline && bytes[bytes.index(after: $0)...].first == newline
    }
    guard let gap else { return nil }
    let pairs = String(decoding: bytes[..<gap], as: UTF8.self).split(separator: "\n").map { line in
      let parts = line.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      return (target: String(parts[0]), column: parts.count > 1 ? String(parts[1]) : "")
    }
    guard let map = try? ColumnMap(pairs) else { return nil }
    return TraceOutcome.complaint(about: Array(bytes[(gap + 2)...]), as: map.format)
  }
}

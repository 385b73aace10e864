@testable import Decoding
@testable import Histories
@testable import RunFolders
@testable import TraceReaders

extension FuzzTarget {
  /// Histories of other tools: parsing for two splits of the bytes, then `import` and `trend`.
  static let history = FuzzTarget(name: "history") { bytes in
    let whole = historyWords(of: bytes, pace: .usual)
    let split = historyWords(of: bytes, pace: .split(of: bytes))
    guard whole == split else { return "\(differenceBetweenSplits): \(whole) and \(split)" }
    let folder = ScratchFolder.shared
    let file = folder.write(bytes, to: "history.json")
    let (store, order) = (folder.path("history.db"), folder.path("order.txt"))
    folder.run("import", file, "--store", store, "--write-order", order)
    // Change points take longer than reading.
    if bytes.choice(of: 4) == 0 {
      folder.run("trend", "--store", store, "--order", order, "--all", "--format", "md")
    }
    folder.removeStore("history.db")
    return nil
  }

  private static func historyWords(of bytes: [UInt8], pace: ReadingPace) -> String {
    var reader = HistoryReader()
    do throws(HistoryError) {
      let history = try reader.read(bytes: bytes, name: "history", pace: pace)
      let points = history.points.map(\.digest)
      return "\(history.format) \(history.dialect) \(points) \(history.omissions)"
    } catch {
      return "\(error)"
    }
  }
}

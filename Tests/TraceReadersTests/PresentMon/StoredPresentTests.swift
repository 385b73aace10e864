import Foundation
import Recordings
import Testing

@testable import Decoding
@testable import Histories
@testable import RunFolders
@testable import TraceReaders

/// Reads one table of presents in all encodings and compressions.
@Suite struct StoredPresentTests {
  static let text = """
    Application,ProcessID,SwapChainAddress,Dropped,TimeInSeconds,MsBetweenPresents
    dwm.exe,1,0x0A,0,0.010,10.0
    Größe.exe,2,0x0B,0,0.012,12.0
    dwm.exe,1,0x0A,1,0.021,11.0
    Größe.exe,2,0x0B,0,0.022,10.0

    """

  static func recordings(_ bytes: [UInt8]) throws -> [Recording] {
    try TraceReader.read(bytes: bytes, name: "a.csv").recordings
  }

  @Test(
    arguments: [
      Array(text.replacing("\n", with: "\r\n").utf8),
      [0xEF, 0xBB, 0xBF] + Array(text.utf8),
      [0xFF, 0xFE] + text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] },
      [0xFE, 0xFF] + text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] },
      Array(text.dropLast().utf8),
      Array(text.replacing("dwm.exe", with: "\"dwm.exe\"").utf8),
    ] as [[UInt8]])
  func readsTheSame(bytes: [UInt8]) throws {
    let plain = try Self.recordings(Array(Self.text.utf8))
    #expect(plain.map(\.origin.stream) == ["dwm.exe 1 0xA", "Größe.exe 2 0xB"])
    #expect(try Self.recordings(bytes) == plain)
  }

  @Test func manyStreamsTakingTurnsAreKeptApart() throws {
    var rows = ["Application,ProcessID,SwapChainAddress,TimeInSeconds,MsBetweenPresents"]
    for turn in 1...5 {
      for stream in 0..<40 { rows.append("p,\(stream),0x\(stream),\(Double(turn) / 100),10") }
    }
    let recordings = try Self.recordings(Array((rows.joined(separator: "\n") + "\n").utf8))
    #expect(recordings.count == 40)
    #expect(recordings.allSatisfy { $0.timeline.value?.frameCount == 5 && $0.issues.isEmpty })
    #expect(
      recordings.map(\.origin.stream) == (0..<40).map { "p \($0) 0x\($0 == 0 ? "0" : "\($0)")" })
  }

  @Test("a table with semicolons or tabs, and decimal commas, reads like one with commas")
  func otherSeparators() throws {
    let wanted = try Self.recordings(Array(Self.text.utf8))
    for separator in [";", "\t"] {
      let text = Self.text.replacing(",", with: separator).replacing(".", with: ",")
      #expect(try Self.recordings(Array(text.utf8)) == wanted)
    }
  }

  @Test func aNearMissNamesTheMissingColumn() {
    let text = "Application,ProcessID,SwapChainAddress,TimeInSeconds\na,1,0x1,0.5\n"
    #expect(
      throws: TraceError.unrecognized(
        path: "a.csv", start: shortened("Application,ProcessID,SwapChainAddress,TimeInSeconds"),
        nearest: .init(format: "presentmon", missing: ["MsBetweenPresents"]), isTable: true)
    ) { try Self.recordings(Array(text.utf8)) }
  }

  @Test func aTableGivenAsAnotherFormatIsNotRead() throws {
    let frameView = try #require(TraceFormat.named("frameview"))
    #expect(throws: TraceError.notThisFormat(path: "a.csv", format: "frameview", missing: [])) {
      try TraceReader.read(bytes: Array(Self.text.utf8), name: "a.csv", as: frameView)
    }
  }
}

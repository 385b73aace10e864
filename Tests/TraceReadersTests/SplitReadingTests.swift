import Recordings
import Testing

@testable import Decoding
@testable import Histories
@testable import RunFolders
@testable import TraceReaders

/// Checks that a trace that arrives in small pieces gives the same result as in one piece.
@Suite("Traces in pieces")
struct SplitReadingTests {
  /// Paces with small reads, and with blocks of few lines.
  private static let paces = [
    ReadingPace(readBytes: 1 << 18, blockBytes: 1),
    ReadingPace(readBytes: 13, blockBytes: .max),
    ReadingPace(readBytes: 100, blockBytes: 300),
    ReadingPace(readBytes: 1 << 18, blockBytes: .max),
    ReadingPace(readBytes: 64, blockBytes: 64),
    ReadingPace(readBytes: 1, blockBytes: .max),
    ReadingPace(readBytes: 5000, blockBytes: .max),
    ReadingPace(readBytes: 1 << 18, blockBytes: .max, bytesAlone: 0),
    ReadingPace(readBytes: 1 << 18, blockBytes: 1, bytesAlone: 0),
    ReadingPace(readBytes: 1000, blockBytes: 300, bytesAlone: 1000),
  ]

  @Test("A fixture read in pieces gives the same result", arguments: Fixture.all)
  func fixtures(fixture: Fixture) throws {
    try expectTheSame(try fixture.bytes(), fixture.testDescription)
  }

  @Test(
    "Hostile tables read in pieces give the same result", arguments: Tables.hostile.indices
  )
  func hostile(index: Int) throws {
    let (name, text) = Tables.hostile[index]
    let whole = try expectTheSame(Array(text.utf8), name)
    #expect(whole.contains("Recording"), "nothing was read of \(name): \(whole)")
  }

  @Test("A quote in one row does not change the streams of other rows")
  func strayQuote() throws {
    var rows = (0..<200).map { row in
      "game.exe, \(41 + row % 2) ,0x1,DXGI,0,0,0,\(row).5,1.0,16.6\(row % 2 == 0 ? "" : "5")"
    }
    rows[150] = "ga\"me.exe" + rows[150].dropFirst(8)
    let header =
      "Application,ProcessID,SwapChainAddress,Runtime,SyncInterval,PresentFlags,Dropped,"
      + "TimeInSeconds,msInPresentAPI,msBetweenPresents"
    let bytes = Array(([header] + rows).joined(separator: "\n").utf8)
    try expectTheSame(bytes, "a stray quote")
    let names = try TraceReader.read(bytes: bytes, name: "trace").recordings.map(\.origin.stream)
    #expect(names.sorted { ($0 ?? "") < ($1 ?? "") } == ["game.exe 41 0x1", "game.exe 42 0x1"])
  }

  @Test(
    "The bytes after an archive give the same result in pieces", arguments: Archive.allCases,
    [
      [0x78, 0x79, 0x7A], [0x1F, 0x8B, 0x07, 0], [0x1F, 0x8B, 0x08, 0, 0xFF],
      [0x28, 0xB5, 0x2F, 0xFD, 0xFF, 0xFF], [0x28, 0xB5, 0, 0, 0, 0, 0],
    ])
  func bytesBehindArchive(kind: Archive, bytes: [UInt8]) throws {
    let archive = kind.of(Array(Tables.mangoHud(rows: 60).utf8))
    let whole = try expectTheSame(archive + bytes, "bytes after an archive")
    #expect(whole.contains("Recording"))
  }

  @Test("Randomly damaged tables read in pieces give the same result", arguments: 0..<40)
  func damaged(seed: Int) throws {
    var random = Chance(state: UInt64(seed) &* 0x9E37_79B9_7F4A_7C15 | 1)
    var bytes = Array(Tables.mangoHud(rows: 120).utf8)
    let damages: [UInt8] = [0x0A, 0x0D, 0x2C, 0x22, 0x2D, 0x30, 0x39, 0x2E, 0x00, 0xFF, 0x78]
    for _ in 0..<random.below(30) {
      let place = 150 + random.below(bytes.count - 150)
      switch random.below(3) {
      case 0: bytes[place] = damages[random.below(damages.count)]
      case 1: bytes.insert(damages[random.below(damages.count)], at: place)
      default: bytes.removeSubrange(place..<min(place + random.below(90), bytes.count))
      }
    }
    try expectTheSame(bytes, "damage \(seed)")
  }

  // MARK: - Comparison

  @discardableResult
  private func expectTheSame(_ bytes: [UInt8], _ name: String) throws -> String {
    let whole = Self.reading(bytes, .usual)
    // Each read searches a long line for its end, so small reads would take too long.
    let isLarge = bytes.count > 1 << 20
    for (index, pace) in Self.paces.enumerated() where !isLarge || pace.readBytes > 1000 {
      #expect(Self.reading(bytes, pace) == whole, "\(name) at pace \(index)")
    }
    return whole
  }

  /// Everything that is read, or the error.
  private static func reading(_ bytes: [UInt8], _ pace: ReadingPace) -> String {
    do {
      let file = try TraceReader.read(bytes: bytes, name: "trace", pace: pace)
      return "\(file.digest) \(file.byteCount) \(file.format) \(file.dialect)\n"
        + RecordingDump.text(of: file) + "\nRecording \(file.recordings.map(\.issues))"
    } catch {
      return "\(error)"
    }
  }
}

/// Generated logs, valid and invalid.
private enum Tables {
  static let hostile: [(name: String, text: String)] = {
    let rows = mangoHud(rows: 60)
    let lines = rows.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let header = lines[2]
    func changed(_ change: (inout [String]) -> Void) -> String {
      var changed = lines
      change(&changed)
      return changed.joined(separator: "\n")
    }
    return [
      ("valid", rows),
      ("without a final newline", String(rows.dropLast(1))),
      ("truncated in a number", String(rows.dropLast(9))),
      ("with carriage returns", rows.replacing("\n", with: "\r\n")),
      (
        "with carriage returns and no final newline",
        String(rows.replacing("\n", with: "\r\n").dropLast(2))
      ),
      ("with one carriage return at the end", rows + "\r"),
      ("with carriage returns only", rows.replacing("\n", with: "\r")),
      ("with blank lines", rows.replacing("\n6", with: "\n\n\r\n\n6")),
      (
        "with repeated headers",
        changed {
          $0[20] = header; $0[21] = header; $0[59] = header
        }
      ),
      ("with short rows", changed { for row in [5, 6, 30, 61] { $0[row] = "1,2" } }),
      ("with long rows", changed { for row in [5, 30, 61] { $0[row] += ",1,2.5" } }),
      (
        "with words",
        changed { for row in [9, 10, 33] { $0[row] = $0[row].replacing("16", with: "x") } }
      ),
      ("with quotes", changed { $0[12] = "\"60\"," + $0[12].dropFirst(3) }),
      ("with an unclosed quote", changed { $0[12] = "\"" + $0[12] }),
      ("with a newline between quotes", changed { $0[12] = "\"60\n" + $0[12].dropFirst(3) + "\"" }),
      ("with decreasing times", changed { $0.swapAt(20, 30) }),
      ("with a repeated row", changed { $0.insert($0[30], at: 31) }),
      ("with a gap", changed { $0.removeSubrange(20..<50) }),
      (
        "with one unreadable sensor",
        changed { $0[25] = $0[25].replacing(",40,", with: ",?,") }
      ),
      (
        "with a very long line",
        changed { $0.insert(String(repeating: "x", count: 1_100_000), at: 30) }
      ),
    ]
  }()

  /// A generated log with sensors that change every few rows, and rounded times.
  static func mangoHud(rows: Int) -> String {
    var text = """
      os,cpu,gpu,ram,kernel,driver,cpuscheduler
      Linux,CPU,GPU,16000000,6.1,1.0,performance
      fps,frametime,cpu_load,gpu_load,cpu_temp,gpu_temp,gpu_core_clock,gpu_mem_clock,gpu_vram_used,ram_used,swap_used,elapsed

      """
    var random = Chance(state: 20_170_508)
    var elapsed = 0
    for row in 0..<rows {
      let frameTime = 12_000 + random.below(9000)
      elapsed += frameTime * 1000
      let load = 40 + row / 7 % 9
      text +=
        "60.1,\(frameTime / 1000).\(100 + frameTime % 900),\(load),\(row / 11 % 3),40,50,1000,2000,"
      text += "1.5,\(row / 30).25,0,\(elapsed)\n"
    }
    return text
  }
}

/// Pseudorandom numbers, equal in every run.
private struct Chance {
  var state: UInt64

  mutating func below(_ limit: Int) -> Int {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return limit > 0 ? Int(state % UInt64(limit)) : 0
  }
}

import Foundation

/// Writes the files of a run's folder.
///
/// Frames and markers are appended. Samples are written as a whole each time, because a new thread adds a column.
struct RunWriter: Sendable {
  private let folder: URL

  /// A sample of this process.
  struct Sample: Sendable {
    let time: Int64
    /// Memory in bytes; `nil` if it is unknown.
    let memory: Int64?
    /// The percentage of one processor that each thread used.
    let threads: [String: Double]
  }

  /// A part of the run with a name.
  struct Marker: Sendable {
    let name: String
    let start: Int64
    let end: Int64
    /// Whether frames count within it.
    ///
    /// Without such a marker, all frames count.
    let isActivity: Bool
  }

  /// Creates the folder.
  ///
  /// - Throws: if it cannot be created, or contains a recording.
  init(folder: URL) throws {
    self.folder = folder
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    if FileManager.default.fileExists(atPath: url("run.json").path) {
      throw CocoaError(.fileWriteFileExists)
    }
  }

  func append(frames: [Int64]) throws {
    try append(frames.map { "\($0)" }, to: "frames.csv", header: "timestamp_ns")
  }

  func append(_ markers: [Marker]) throws {
    let rows = markers.map {
      "\($0.start),\($0.end),\(Self.quoted($0.name)),\($0.isActivity ? "1" : "")"
    }
    try append(rows, to: "markers.csv", header: "timestamp_ns,end_ns,name,activity")
  }

  func write(_ samples: [Sample]) throws {
    guard !samples.isEmpty else { return }
    let threads = Set(samples.flatMap(\.threads.keys)).sorted()
    let columns = threads.map { "thread.\(Self.plain($0)).cpu_percent" }
    let names = ["timestamp_ns", "memory_bytes"] + columns
    let rows = samples.map { sample in
      let shares = threads.map { sample.threads[$0].map { "\(($0 * 100).rounded() / 100)" } ?? "" }
      let memory = sample.memory.map { "\($0)" } ?? ""
      return (["\(sample.time)", memory] + shares).joined(separator: ",")
    }
    try write([names.joined(separator: ",")] + rows, to: "resources.csv")
  }

  /// Writes `run.json`.
  func describe(date: Date, os: String, labels: [String: String]) throws {
    let description: [String: Any] = [
      "date": ISO8601DateFormatter().string(from: date), "device": ["os": os], "labels": labels,
    ]
    let options: JSONSerialization.WritingOptions = [.prettyPrinted, .sortedKeys]
    try JSONSerialization.data(withJSONObject: description, options: options)
      .write(to: url("run.json"), options: .atomic)
  }

  // MARK: - Text

  private func url(_ name: String) -> URL { folder.appendingPathComponent(name) }

  private func write(_ rows: [String], to name: String) throws {
    try Data((rows.joined(separator: "\n") + "\n").utf8).write(to: url(name), options: .atomic)
  }

  private func append(_ rows: [String], to name: String, header: String) throws {
    guard !rows.isEmpty else { return }
    guard let file = try? FileHandle(forWritingTo: url(name)) else {
      return try write([header] + rows, to: name)
    }
    defer { try? file.close() }
    try file.seekToEnd()
    try file.write(contentsOf: Data((rows.joined(separator: "\n") + "\n").utf8))
  }

  /// A text as a part of a column's name: without commas, quotation marks and line breaks.
  private static func plain(_ text: String) -> String {
    text.split { $0 == "," || $0 == "\"" || $0.isNewline }.joined(separator: " ")
  }

  /// A text as a field of a CSV table, on one line, with apostrophes in place of quotation marks.
  private static func quoted(_ text: String) -> String {
    let line = text.split(whereSeparator: \.isNewline).joined(separator: " ")
    return "\"\(line.replacingOccurrences(of: "\"", with: "'"))\""
  }
}

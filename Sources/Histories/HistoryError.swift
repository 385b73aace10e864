public import Decoding
internal import Recordings
public import Units

/// Why a file could not be read as a benchmark history.
public enum HistoryError: ExplainedError, Sendable, Equatable {
  /// The file does not exist, is empty, or cannot be opened, read or decompressed.
  case file(TraceError)
  /// The syntax of the history is invalid at this place.
  ///
  /// `found` is the text at this place, and `wanted` describes the expected text.
  case malformed(HistoryPlace, found: String, wanted: String)
  /// The decompressed text of the history is larger than the limit of memory.
  case tooLarge(path: String, limitMiB: Int)
  /// The JSON text of the history has more values, or its table has more cells, than the limit.
  case tooManyValues(HistoryPlace, limit: Int)
  /// No history format recognizes the file; `start` has the first names of members or columns.
  ///
  /// `start` is `nil` if the file is not text, and for a JSON value without members, such as `{}` or a list of numbers.
  case unrecognized(path: String, start: String?)
  /// The history format that the user chose does not recognize the text of the file.
  case notThisFormat(path: String, format: String)
  /// A value of the history has the wrong type or is out of range; `key` is the path of the value, such as
  /// `entries.A[2].tool`.
  case wrongValue(HistoryPlace, key: String, found: String, wanted: String)
  case missingKey(HistoryPlace, key: String)
  /// The version of the history's format is newer than all versions that Hitchmark knows.
  case newerVersion(HistoryPlace, format: String, found: Int, known: Int)
  /// The history contains no measurement; `leftOut` is the first ignored item, if there is one.
  case empty(path: String, format: String, leftOut: HistoryOmission?)
  /// Histories in this format contain no commit, and the user did not give one with `--commit`.
  case needsCommit(path: String, format: String)
  /// The history has no measurement on the branch that the user requested.
  case noBranch(path: String, branch: String, known: [String])
  /// The history's table lacks a column that the user requested.
  case noColumn(path: String, name: String, nearest: String?, known: [String])
  /// The history's table has no column for the commit, version or time.
  case noOrder(HistoryPlace, columns: [String])
  case noMetrics(HistoryPlace, columns: [String])
}

extension HistoryError {
  public var complaint: Complaint {
    switch self {
    case .file(.empty(let path)):
      Complaint(at: path, "the file is empty")
    case .file(let error): error.complaint
    case .malformed(let place, let found, let wanted):
      Complaint(at: place, "found \(found)", wanted: "expected \(wanted)")
    case .tooLarge(let path, let limit):
      Complaint(
        at: path, "the file is larger than \(limit) MiB, which is the limit for a history file",
        remedy: "split the file into smaller files")
    case .tooManyValues(let place, let limit):
      Complaint(
        at: place,
        "the file has more than \(limit) values, which is the limit for a history file",
        remedy: "split the file into smaller files")
    case .unrecognized(let path, let start):
      Complaint(
        at: path,
        start.map { "unknown history format; the file begins with “\($0)”" }
          ?? """
          the file contains no benchmark history in a known format; expected JSON whose objects have names, or a table \
          with a header
          """,
        remedy:
          "“hitchmark formats --histories” lists the formats of benchmark histories that Hitchmark reads"
      )
    case .notThisFormat(let path, let format):
      Complaint(
        at: path, "the file is not a history in the format \(format)",
        remedy: "leave out --as, and hitchmark recognizes the format")
    case .wrongValue, .missingKey, .newerVersion: valueComplaint
    case .empty(let path, let format, let leftOut):
      Complaint(
        at: path, "the \(format) history has no measurements",
        wanted: leftOut.map { $0.sentence(count: $0.count, path: path) })
    case .needsCommit(let path, let format):
      Complaint(
        at: path, "a file in the format \(format) does not name the measured commit",
        remedy: "pass --commit, such as --commit HEAD")
    case .noBranch, .noColumn, .noOrder, .noMetrics: tableComplaint
    }
  }

  private var valueComplaint: Complaint {
    switch self {
    case .wrongValue(let place, let key, let found, let wanted):
      Complaint(at: place, "“\(key)” is \(found)", wanted: "expected \(wanted)")
    case .missingKey(let place, let key):
      Complaint(at: place, "the key “\(key)” is missing")
    case .newerVersion(let place, let format, let found, let known):
      Complaint(
        at: place, "the file has version \(found) of the \(format) format",
        wanted: "this version of hitchmark reads files up to version \(known)",
        remedy: "use a newer version of hitchmark")
    default: Complaint("the history cannot be read")
    }
  }

  private var tableComplaint: Complaint {
    switch self {
    case .noBranch(let path, let branch, let known):
      Complaint(
        at: path, "there are no measurements of branch “\(branch)”",
        wanted: known.isEmpty
          ? "the history names no branches"
          : "the branches in the history are \(quoted(known))")
    case .noColumn(let path, let name, let nearest, let known):
      Complaint(
        at: path, "the table has no column “\(name)”",
        wanted: nearest.map { "did you mean “\($0)”" }
          ?? "the columns of the table are \(quoted(known))")
    case .noOrder(let place, let columns):
      Complaint(
        at: place, "no column contains the measured commits, versions or times",
        wanted:
          "the columns of the table are \(quoted(columns))",
        remedy: "select a column with --commit-column or --time-column")
    case .noMetrics(let place, let columns):
      Complaint(
        at: place, "no column contains only numbers",
        wanted: "the columns of the table are \(quoted(columns))",
        remedy: "select columns with --columns")
    default: Complaint("the history cannot be read")
    }
  }
}

extension Complaint {
  fileprivate init(
    at place: HistoryPlace, _ found: String, wanted: String? = nil, remedy: String? = nil
  ) {
    self.init(
      at: place.path, line: place.line, column: place.column, found, wanted: wanted, remedy: remedy)
  }
}

/// A position in the file of a benchmark history, for messages: a line, or a character in a line.
public struct HistoryPlace: Sendable, Equatable {
  /// The path of the benchmark history's file as the user gave it, or `-` for standard input.
  public let path: String
  /// The line in the benchmark history's file, from 1.
  public let line: Int
  /// The position of the character in its line of the benchmark history's file, from 1; `nil` if a whole line is meant.
  public let column: Int?

  public init(path: String, line: Int, column: Int? = nil) {
    self.path = path
    self.line = line
    self.column = column
  }
}

/// Reads the text of one history in chunks, up to a limit of size.
struct HistorySource: ~Copyable {
  /// The path of the history as the user gave it, or `-` for standard input.
  let path: String

  /// The default limit of a history's size, in bytes of decompressed text.
  static let mostBytes = 256 << 20

  private let limit: Int
  private var source: TraceSource
  private var taken = 0

  /// Opens the file of a history, or standard input for `-`.
  ///
  /// The text may be compressed with gzip or zstd.
  ///
  /// - Parameters:
  ///   - orPipe: whether the file may be a pipe, because the user named it.
  ///   - limit: the maximum number of decompressed bytes.
  init(path: String, orPipe: Bool = false, limit: Int = mostBytes) throws(HistoryError) {
    self.path = path
    self.limit = limit
    do throws(TraceError) {
      source = try TraceSource(path: path, orPipe: orPipe)
    } catch {
      throw .file(error)
    }
  }

  /// Creates the source of a history whose bytes are already in memory.
  ///
  /// - Parameters:
  ///   - path: the name of the history in messages.
  ///   - limit: the maximum number of bytes.
  ///   - pace: the sizes of the source's reads.
  init(bytes: [UInt8], path: String, limit: Int = mostBytes, pace: ReadingPace = .usual) {
    self.path = path
    self.limit = limit
    source = TraceSource(bytes: bytes, name: path, pace: pace)
  }

  /// The hash of the stored bytes that were read so far; after the end, the hash of the whole file.
  var digest: String { source.digest }

  /// The first bytes of the history's text, without consuming them.
  ///
  /// - Throws: if the text is blank, or the file cannot be read.
  mutating func head() throws(HistoryError) -> TraceHead {
    let head: TraceHead
    do throws(TraceError) {
      head = try source.head()
    } catch {
      throw .file(error)
    }
    guard head.firstVisibleByte != nil else {
      throw .file(source.issues.isEmpty ? .empty(path: path) : .brokenArchive(path: path))
    }
    return head
  }

  /// The next bytes of the history's text, valid until the next call; `nil` at the end.
  ///
  /// - Throws: if the file cannot be read or is too large.
  mutating func nextChunk() throws(HistoryError) -> UnsafeBufferPointer<UInt8>? {
    let chunk: UnsafeBufferPointer<UInt8>?
    do throws(TraceError) {
      chunk = try source.nextChunk()
    } catch {
      throw .file(error)
    }
    guard let chunk else { return nil }
    taken += chunk.count
    guard taken <= limit else {
      throw .tooLarge(path: path, limitMiB: limit >> 20)
    }
    return chunk
  }

  /// The bytes of the history's text that were not read yet.
  mutating func rest() throws(HistoryError) -> [UInt8] {
    var bytes: [UInt8] = []
    while let chunk = try nextChunk() { bytes += chunk }
    return bytes
  }

  /// Parses the rest of the history's text as JSON.
  ///
  /// - Parameters:
  ///   - prefix: the number of bytes of the first line to skip, as in `JSONTreeReader.read`.
  ///   - limit: the maximum number of values.
  mutating func json(
    behind prefix: Int = 0, limit: Int = JSONTreeReader.mostValues
  ) throws(HistoryError) -> JSONNode {
    let bytes = try rest()
    do throws(JSONTreeFault) {
      return try JSONTreeReader.read(bytes, dialect: .notANumber, behind: prefix, limit: limit)
    } catch {
      switch error {
      case .malformed(let place, let found, let wanted):
        throw .malformed(HistoryPlace(path: path, place), found: found, wanted: wanted)
      case .tooManyValues(let place, let limit):
        throw .tooManyValues(HistoryPlace(path: path, place), limit: limit)
      }
    }
  }
}

extension HistoryPlace {
  fileprivate init(path: String, _ place: TextPlace) {
    self.init(path: path, line: place.line, column: place.column)
  }
}

internal import Decoding
internal import Recordings

/// The text of one history, in pieces, up to what may be held in memory.
struct HistorySource: ~Copyable {
  /// The file's name as given, or `-`.
  let path: String

  /// Bytes of a text, at most, after it was expanded.
  static let mostBytes = 256 << 20

  private let limit: Int
  private var source: TraceSource
  private var taken = 0

  /// Opens a file, or standard input for `-`; compressed with gzip or zstd, or not compressed.
  ///
  /// - Parameters:
  ///   - path: the file.
  ///   - limit: bytes that are read at most.
  /// - Throws: when it cannot be opened.
  init(path: String, limit: Int = mostBytes) throws(HistoryError) {
    self.path = path
    self.limit = limit
    do throws(TraceError) {
      source = try TraceSource(path: path)
    } catch {
      throw .file(error)
    }
  }

  /// Takes bytes that are in memory already.
  ///
  /// - Parameters:
  ///   - bytes: the whole text.
  ///   - path: what messages call it.
  ///   - limit: bytes that are taken at most.
  ///   - pace: how the bytes are read.
  init(bytes: [UInt8], path: String, limit: Int = mostBytes, pace: ReadingPace = .usual) {
    self.path = path
    self.limit = limit
    source = TraceSource(bytes: bytes, name: path, pace: pace)
  }

  /// The hash of the stored bytes; of all of them once nothing is left.
  var digest: String { source.digest }

  /// The beginning, which stays to be read.
  ///
  /// - Throws: when there is nothing but blanks, or the file cannot be read.
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

  /// What comes next; `nil` at the end.
  ///
  /// - Returns: bytes that are good until the source is asked again.
  /// - Throws: when the file cannot be read on, or is too large.
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

  /// All that is left.
  mutating func rest() throws(HistoryError) -> [UInt8] {
    var bytes: [UInt8] = []
    while let chunk = try nextChunk() { bytes += chunk }
    return bytes
  }

  /// All that is left, as JSON.
  ///
  /// - Parameters:
  ///   - prefix: bytes of the first line to skip, as in `JSONTreeReader.read`.
  ///   - limit: how many values there may be.
  /// - Returns: the one value of the text.
  /// - Throws: if it is no JSON or has too many values, or the file cannot be read.
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

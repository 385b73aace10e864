internal import Decoding
internal import Recordings
internal import System
internal import Units

/// A file that was found and that will be read as a benchmark history.
public struct HistoryFile: Sendable, Equatable {
  /// The path of the benchmark history's file, or `-` for standard input.
  public let path: String
  /// Whether the user named the benchmark history's file itself, as opposed to a folder that contains it.
  public let isNamed: Bool
}

/// Reads benchmark histories of any supported format.
public struct HistoryReader {
  private let options: HistoryOptions
  private var neighbors = HistoryNeighbors()

  /// The maximum depth of nested folders in which histories are searched.
  private static let deepest = 32

  public init(options: HistoryOptions = HistoryOptions()) {
    self.options = options
  }

  /// The errors that were found in additional files of benchmark histories, such as descriptions of benchmarks.
  public var problems: [HistoryError] { neighbors.problems }

  // MARK: - Discovery

  /// Finds the files of benchmark histories in the given files and folders, without reading their contents.
  ///
  /// - Parameter paths: files, folders with at most 32 levels of nested folders, or `-` for standard input.
  /// - Returns: files in the order of the paths, and in natural order within a folder. Within a folder, hidden files
  ///   and folders, links to folders, and files whose names rule out a history are left out.
  /// - Throws: if a path does not exist, or a folder cannot be read.
  public static func plan(_ paths: [String]) throws(HistoryError) -> [HistoryFile] {
    var files: [HistoryFile] = []
    for path in paths {
      switch path == "-" ? .special : Platform.kind(of: path) {
      case .nothing: throw .file(.notFound(path: path))
      case .folder:
        let folder = path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
        try walk(folder, depth: 0, into: &files)
      case .file, .special: files.append(HistoryFile(path: path, isNamed: true))
      }
    }
    return files
  }

  private static func walk(
    _ folder: String, depth: Int, into files: inout [HistoryFile]
  ) throws(HistoryError) {
    let names: [String]
    do throws(FileFault) {
      names = try Platform.list(folder).names
    } catch {
      throw .file(TraceError(error, path: folder))
    }
    for name in names.naturallySorted() where !name.hasPrefix(".") {
      let path = "\(folder)/\(name)"
      let kind = Platform.kind(of: path)
      if kind == .folder {
        if !Platform.isLink(path), depth < deepest {
          try walk(path, depth: depth + 1, into: &files)
        }
      } else if kind != .special, couldBeHistory(name) {
        files.append(HistoryFile(path: path, isNamed: false))
      }
    }
  }

  private static func couldBeHistory(_ name: String) -> Bool {
    let plain = name.lowercased().withoutCompression
    return [".json", ".js", ".csv", ".tsv"].contains { plain.hasSuffix($0) }
  }

  // MARK: - Reading

  /// Reads a benchmark history from a file; O(bytes) in time and memory.
  ///
  /// - Parameter format: the required format; `nil` to recognize it by its content.
  /// - Throws: if the file cannot be read, is malformed or has no known format, or if it contains no measurement on the
  ///   requested branch.
  public mutating func read(
    _ file: HistoryFile, as format: HistoryFormat? = nil
  ) throws(HistoryError) -> History {
    var source = try HistorySource(path: file.path, orPipe: file.isNamed)
    return try read(&source, as: format)
  }

  mutating func read(
    bytes: [UInt8], name: String, as format: HistoryFormat? = nil, pace: ReadingPace = .usual
  ) throws(HistoryError) -> History {
    var source = HistorySource(bytes: bytes, path: name, pace: pace)
    return try read(&source, as: format)
  }

  private mutating func read(
    _ source: inout HistorySource, as wanted: HistoryFormat?
  ) throws(HistoryError) -> History {
    let path = source.path
    let content = try HistoryContent(&source, delimiter: options.delimiter)
    let format = try Self.recognize(content, as: wanted, path: path)
    var context = HistoryContext(
      path: path, digest: source.digest, options: options, neighbors: neighbors)
    defer { neighbors = context.neighbors }
    var (dialect, builder) = try format.read(content, &context)
    guard !builder.points.isEmpty else {
      throw .empty(path: path, format: format.id, leftOut: builder.omissions.first)
    }
    try takeBranch(of: &builder, path: path)
    builder.change { $0.digest = $0.digest(format: format.id) }
    leaveOutDuplicates(of: &builder)
    if !options.lessIsBetter.isEmpty || !options.moreIsBetter.isEmpty {
      builder.change { direct(&$0) }
    }
    return History(
      path: path, format: format.id, dialect: dialect, points: builder.points,
      omissions: builder.omissions)
  }

  private static func recognize(
    _ content: HistoryContent, as wanted: HistoryFormat?, path: String
  ) throws(HistoryError) -> HistoryFormat {
    if let wanted {
      guard wanted.recognize(content) else {
        throw .notThisFormat(path: path, format: wanted.id)
      }
      return wanted
    }
    guard let format = HistoryFormat.all.first(where: { $0.recognize(content) }) else {
      throw .unrecognized(path: path, start: content.start)
    }
    return format
  }

  private func takeBranch(
    of builder: inout HistoryBuilder, path: String
  ) throws(HistoryError) {
    guard let branch = options.branch else { return }
    let known = Set(builder.points.compactMap { $0.commit?.branch }).sorted()
    builder.keep(.otherBranch) { $0.commit?.branch == branch }
    if builder.points.isEmpty { throw .noBranch(path: path, branch: branch, known: known) }
  }

  private func leaveOutDuplicates(of builder: inout HistoryBuilder) {
    var digests: Set<String> = []
    builder.keep(.duplicate) { digests.insert($0.digest).inserted }
  }

  /// Gives the values of a measurement the directions, lower or higher is better, that the user requested.
  private func direct(_ point: inout HistoryPoint) {
    point.description.scalars = point.description.scalars.map { scalar in
      let isLess = options.lessIsBetter.contains(scalar.name)
      guard isLess || options.moreIsBetter.contains(scalar.name) else { return scalar }
      return Scalar(
        name: scalar.name, value: scalar.value, unit: scalar.unit, lowerIsBetter: isLess)
    }
  }
}

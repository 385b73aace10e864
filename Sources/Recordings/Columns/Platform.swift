#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif
internal import Synchronization

/// A temporary file without a name, for what columns have that is too much for memory.
///
/// It is there from the first bytes on that are put into it, and goes with its last reader, or with the process. What has
/// been put into it never changes, so any number of threads may add to it and read it at once. Of a folder that cannot
/// be written, or is full, a caller learns by `nil`: bytes are written by calls that can fail, and not through a mapping,
/// where a full disk would end the process.
public final class ColumnFile: Sendable {
  private let folders: [String]
  /// `nil` until the file is asked for, and below 0 where there is none.
  private let opened: Mutex<Int32?>
  private let end = Atomic(0)

  /// For columns that are too short for a file each, of which a process may have but some hundreds open.
  static let shared = ColumnFile()

  /// What is added begins at a multiple of this, which the pages of all common systems divide.
  static let granule = 1 << 16

  /// Will be a file in the first folder that lets it.
  ///
  /// - Parameter folders: to be tried in turn; where none lets it, nothing can be added.
  public init(in folders: [String] = ColumnFile.usualFolders) {
    self.folders = folders
    opened = Mutex(nil)
  }

  /// Takes over a file that is open for reading and writing.
  init(descriptor: Int32) {
    folders = []
    opened = Mutex(descriptor)
  }

  deinit {
    let descriptor = opened.withLock { $0 } ?? -1
    if descriptor >= 0 { close(descriptor) }
  }

  private var descriptor: Int32 {
    opened.withLock { opened in
      if let opened { return opened }
      var descriptor: Int32 = -1
      for folder in folders where descriptor < 0 { descriptor = Self.open(in: folder) }
      opened = descriptor
      return descriptor
    }
  }

  /// Where temporary files go: `TMPDIR`, `/var/tmp`, `/tmp`.
  public static var usualFolders: [String] {
    [getenv("TMPDIR").map { String(cString: $0) }, "/var/tmp", "/tmp"].compactMap(\.self)
  }

  private static func open(in folder: String) -> Int32 {
    var name = Array("\(folder)/hitchmark-XXXXXX".utf8CString)
    let descriptor = mkstemp(&name)
    guard descriptor >= 0 else { return descriptor }
    unlink(name)
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    return descriptor
  }

  /// How many bytes are written at once.
  ///
  /// The system may map as much of a file at once as was written to it at once. Of more, single numbers that are looked
  /// at would keep far more memory than a page, and what was given back would come again with what lies beside it.
  private static let writeLength = 1 << 16

  /// Adds bytes.
  ///
  /// - Returns: where they begin, a multiple of `granule`; `nil` when they cannot be written.
  func append(_ bytes: UnsafeRawBufferPointer) -> Int? {
    let descriptor = descriptor
    guard descriptor >= 0 else { return nil }
    let room = (bytes.count + Self.granule - 1) / Self.granule * Self.granule
    let start = end.add(room, ordering: .relaxed).oldValue
    var written = 0
    while written < bytes.count {
      let piece = UnsafeRawBufferPointer(rebasing: bytes[written...].prefix(Self.writeLength))
      let count = pwrite(descriptor, piece.baseAddress, piece.count, off_t(start + written))
      if count > 0 { written += count } else if errno != EINTR { return nil }
    }
    return start
  }

  /// Makes bytes of the file readable at an address, in place of the pages there.
  func map(from start: Int, to target: UnsafeMutableRawBufferPointer) -> Bool {
    let place = mmap(
      target.baseAddress, target.count, PROT_READ, MAP_SHARED | MAP_FIXED, descriptor, off_t(start))
    return place != MAP_FAILED
  }
}

/// Bytes that never change once they are here: in memory, or in a file that is mapped to look like it.
///
/// Invariants: `start` is valid for `byteCount` bytes as long as this lives, and nobody writes to them. Pages are given back
/// only where all of them come from a file, from which they then are read again; of memory they would be lost.
@usableFromInline
final class ColumnMemory: @unchecked Sendable {
  @usableFromInline let start: UnsafeRawPointer
  private let byteCount: Int
  private let origin: Origin

  private enum Origin { case heap, pages, file }

  /// What all that is on the heap comes to.
  private static let heapBytes = Atomic(0)

  /// Whether so much is in memory that more had better go to a file.
  static var isCrowded: Bool { heapBytes.load(ordering: .relaxed) >= 1 << 24 }

  /// Copies bytes into memory.
  @usableFromInline
  init(copying bytes: UnsafeRawBufferPointer) {
    let copy = UnsafeMutableRawPointer.allocate(byteCount: max(bytes.count, 1), alignment: 16)
    UnsafeMutableRawBufferPointer(start: copy, count: bytes.count).copyMemory(from: bytes)
    start = UnsafeRawPointer(copy)
    byteCount = bytes.count
    origin = .heap
    Self.heapBytes.add(bytes.count, ordering: .relaxed)
  }

  /// Maps shelves behind each other; what stayed in memory is copied to where it belongs.
  ///
  /// - Parameter shelves: at least one; all but the last fill whole granules.
  init(joining shelves: [ColumnShelf]) {
    byteCount = shelves.reduce(0) { $0 + $1.byteCount }
    let pages = mmap(nil, byteCount, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANON, -1, 0)
    guard let pages, pages != MAP_FAILED else { fatalError("no memory for a column") }
    var rest = UnsafeMutableRawBufferPointer(start: pages, count: byteCount)
    for shelf in shelves {
      let target = UnsafeMutableRawBufferPointer(rebasing: rest[..<shelf.byteCount])
      rest = UnsafeMutableRawBufferPointer(rebasing: rest[shelf.byteCount...])
      guard shelf.fill(target) else { fatalError("no memory for a column") }
    }
    start = UnsafeRawPointer(pages)
    origin = shelves.allSatisfy(\.isInFile) ? .file : .pages
  }

  deinit {
    let place = UnsafeMutableRawPointer(mutating: start)
    switch origin {
    case .heap:
      place.deallocate()
      Self.heapBytes.subtract(byteCount, ordering: .relaxed)
    case .pages, .file: munmap(place, byteCount)
    }
  }

  /// Gives back the memory of a file's pages, which are read again when they are asked for; other memory stays.
  ///
  /// - Parameter bytes: what has been passed. A granule that is only begun stays, to be given back with what follows it;
  ///   some megabytes before go, too, which may have come back with what lies beside them.
  @usableFromInline
  func release(_ bytes: Range<Int>) {
    guard origin == .file else { return }
    let mask = ~(ColumnFile.granule - 1)
    let lower = max(bytes.lowerBound - (1 << 22), 0) & mask
    let upper = bytes.upperBound == byteCount ? byteCount : bytes.upperBound & mask
    if lower < upper {
      madvise(UnsafeMutableRawPointer(mutating: start + lower), upper - lower, MADV_DONTNEED)
    }
  }

  /// Whether `release` does anything.
  @usableFromInline var isInFile: Bool { origin == .file }
}

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

  /// Where the last granule begins that does so at a place or before.
  static func lastGranule(before place: Int) -> Int { place & ~(granule - 1) }

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
    guard descriptor >= 0 else { return nil }
    let start = reserve(bytes.count)
    return write(bytes, at: start) ? start : nil
  }

  /// Keeps a part of the file for bytes that are to come.
  ///
  /// - Returns: where it begins, a multiple of `granule`.
  func reserve(_ count: Int) -> Int {
    let room = (count + Self.granule - 1) / Self.granule * Self.granule
    return end.add(room, ordering: .relaxed).oldValue
  }

  /// Writes bytes into a part that is kept for them; `false` where they do not fit on the disk.
  func write(_ bytes: UnsafeRawBufferPointer, at start: Int) -> Bool {
    let descriptor = descriptor
    guard descriptor >= 0 else { return false }
    var written = 0
    while written < bytes.count {
      let piece = UnsafeRawBufferPointer(rebasing: bytes[written...].prefix(Self.writeLength))
      let count = pwrite(descriptor, piece.baseAddress, piece.count, off_t(start + written))
      if count > 0 { written += count } else if errno != EINTR { return false }
    }
    return true
  }

  /// Reads bytes of the file into memory; `false` where they cannot be read.
  func read(from start: Int, into target: UnsafeMutableRawBufferPointer) -> Bool {
    var done = 0
    while done < target.count {
      let rest = UnsafeMutableRawBufferPointer(rebasing: target[done...])
      let count = pread(descriptor, rest.baseAddress, rest.count, off_t(start + done))
      if count > 0 { done += count } else if count == 0 || errno != EINTR { return false }
    }
    return true
  }

  /// Makes bytes of the file readable at an address, in place of the pages there.
  func map(from start: Int, to target: UnsafeMutableRawBufferPointer) -> Bool {
    let place = mmap(
      target.baseAddress, target.count, PROT_READ, MAP_SHARED | MAP_FIXED, descriptor, off_t(start))
    return place != MAP_FAILED
  }

  /// Makes a part of the file readable at any address, also where nothing is written yet; `nil` where the process has no
  /// more room for it.
  func mapped(from start: Int, count: Int) -> UnsafeMutableRawBufferPointer? {
    let place = mmap(nil, count, PROT_READ, MAP_SHARED, descriptor, off_t(start))
    guard let place, place != MAP_FAILED else { return nil }
    return UnsafeMutableRawBufferPointer(start: place, count: count)
  }

  /// Gives back the memory of whole pages of what `mapped` gave, which are read again when they are asked for.
  static func release(_ bytes: UnsafeMutableRawBufferPointer) {
    madvise(bytes.baseAddress, bytes.count, MADV_DONTNEED)
  }

  /// Ends what `mapped` began.
  static func unmap(_ bytes: UnsafeMutableRawBufferPointer) {
    munmap(bytes.baseAddress, bytes.count)
  }
}

/// Bytes that never change once they are here: in memory, or in a file that is mapped to look like it.
///
/// Invariants: `start` is valid for `byteCount` bytes as long as this lives, and nobody writes to them. Pages are given back
/// only where all of them come from a file, from which they then are read again; of memory they would be lost. Pages at
/// the ends may be shared with neighbours, which then read them again, too.
@usableFromInline
final class ColumnMemory: @unchecked Sendable {
  @usableFromInline let start: UnsafeRawPointer
  private let byteCount: Int
  private let origin: Origin

  private enum Origin {
    case heap, pages, file
    case arena(ColumnArena)
  }

  /// What all that is on the heap comes to.
  private static let heapBytes = Atomic(0)

  /// Whether so much is in memory that more had better go to a file.
  static var isCrowded: Bool { heapBytes.load(ordering: .relaxed) >= 12 << 20 }

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

  /// Puts bytes among others into a file; fails where that has no room.
  ///
  /// - Parameter bytes: at most `ColumnArena.longest` of them.
  init?(placing bytes: UnsafeRawBufferPointer) {
    guard let (arena, start) = ColumnArena.place(bytes) else { return nil }
    self.start = start
    byteCount = bytes.count
    origin = .arena(arena)
  }

  /// Maps shelves behind each other; what stayed in memory is copied to where it belongs, and everything is where the
  /// process has no room for one more mapping.
  ///
  /// - Parameter shelves: at least one; all but the last fill whole granules.
  init(joining shelves: [ColumnShelf]) {
    byteCount = shelves.reduce(0) { $0 + $1.byteCount }
    if let pages = Self.pages(byteCount, of: shelves) {
      start = UnsafeRawPointer(pages)
      origin = shelves.allSatisfy(\.isInFile) ? .file : .pages
    } else {
      let copy = UnsafeMutableRawPointer.allocate(byteCount: byteCount, alignment: 16)
      let isWhole = Self.visit(shelves, at: copy) { $0.read(into: $1) }
      guard isWhole else { fatalError("a temporary file that cannot be read") }
      start = UnsafeRawPointer(copy)
      origin = .heap
      Self.heapBytes.add(byteCount, ordering: .relaxed)
    }
  }

  private static func pages(
    _ byteCount: Int, of shelves: [ColumnShelf]
  ) -> UnsafeMutableRawPointer? {
    let pages = mmap(nil, byteCount, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANON, -1, 0)
    guard let pages, pages != MAP_FAILED else { return nil }
    if visit(shelves, at: pages, { $0.fill($1) }) { return pages }
    munmap(pages, byteCount)
    return nil
  }

  /// Visits shelves with the places where they belong, until one cannot be put there.
  private static func visit(
    _ shelves: [ColumnShelf], at start: UnsafeMutableRawPointer,
    _ put: (ColumnShelf, UnsafeMutableRawBufferPointer) -> Bool
  ) -> Bool {
    var next = start
    for shelf in shelves {
      let target = UnsafeMutableRawBufferPointer(start: next, count: shelf.byteCount)
      guard put(shelf, target) else { return false }
      next += shelf.byteCount
    }
    return true
  }

  deinit {
    let place = UnsafeMutableRawPointer(mutating: start)
    switch origin {
    case .arena: break
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
    guard case .file = origin else { return releaseWholly(bytes) }
    let isAtEnd = bytes.upperBound == byteCount
    releaseGranules(
      from: max(bytes.lowerBound - (1 << 22), 0),
      to: isAtEnd ? byteCount : ColumnFile.lastGranule(before: bytes.upperBound))
  }

  /// The same with granules that are only begun, and with no more than a granule on either side: the system maps that much
  /// around a page that it reads.
  @usableFromInline
  func releaseWholly(_ bytes: Range<Int>) {
    switch origin {
    case .heap, .pages: break
    case .arena(let arena): arena.release(start, bytes)
    case .file:
      releaseGranules(
        from: max(bytes.lowerBound - ColumnFile.granule, 0),
        to: min(bytes.upperBound + ColumnFile.granule, byteCount))
    }
  }

  private func releaseGranules(from lower: Int, to upper: Int) {
    let lower = ColumnFile.lastGranule(before: lower)
    guard lower < upper else { return }
    madvise(UnsafeMutableRawPointer(mutating: start + lower), upper - lower, MADV_DONTNEED)
  }

  /// Whether `release` does anything.
  @usableFromInline var isInFile: Bool {
    switch origin {
    case .heap, .pages: false
    case .file, .arena: true
    }
  }
}

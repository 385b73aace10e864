import CSQLite
import Foundation

/// A disk that fails once a given number of writes, syncs, truncations and deletions have succeeded.
///
///     let disk = FaultyDisk(in: folder, at: 17, .losesPower)
///     let store = try RunStore.open(path, access: .update, patience: .zero, vfs: disk.name)
///     try? store.remove([RunID(1)])
///     disk.restart()  // after the last connection was closed
///
/// It is a SQLite VFS that passes every call on to that of the system. It skips the real `fsync` and instead copies the file,
/// so it knows what a loss of power leaves.
final class FaultyDisk {
  /// What happens at the chosen operation.
  enum Fault: CaseIterable {
    /// The operation fails, and all others succeed.
    case failsOnce
    /// Writes fail because the disk is full, until space is made.
    case isFull
    /// The process ends; of a write, the first half reaches the disk.
    case tearsWrite
    /// The computer loses power: everything that was not synced is lost.
    case losesPower
  }

  /// An operation that changes the disk.
  enum Operation {
    case write, sync, truncate, delete
  }

  /// The name of the VFS.
  let name = "faulty-\(UUID())"
  /// Whether the fault has happened.
  private(set) var hasFailed = false
  private let folder: URL
  private let fault: Fault
  private let position: Int
  private var operations = 0
  private var isTorn = false
  private var isStopped = false
  private var hasSpace = false
  /// The contents of the files that a loss of power would leave.
  private var synced: [String: Data] = [:]
  private let vfs: UnsafeMutablePointer<sqlite3_vfs>
  private let cName: UnsafeMutablePointer<CChar>
  fileprivate let real: UnsafeMutablePointer<sqlite3_vfs>

  /// Registers the disk; the files in the folder count as synced.
  init(in folder: URL, at position: Int, _ fault: Fault) throws {
    self.folder = folder
    self.fault = fault
    self.position = position
    guard let real = sqlite3_vfs_find(nil), let cName = strdup(name) else {
      throw CocoaError(.featureUnsupported)
    }
    self.real = real
    self.cName = cName
    vfs = .allocate(capacity: 1)
    vfs.initialize(to: real.pointee)
    vfs.pointee.pNext = nil
    vfs.pointee.zName = UnsafePointer(cName)
    vfs.pointee.szOsFile += Int32(OpenFile.headerSize)
    vfs.pointee.pAppData = Unmanaged.passUnretained(self).toOpaque()
    vfs.pointee.xOpen = OpenFile.open
    vfs.pointee.xDelete = OpenFile.delete
    sqlite3_vfs_register(vfs, 0)
    for path in try paths() { synced[path] = try Data(contentsOf: URL(filePath: path)) }
  }

  deinit {
    sqlite3_vfs_unregister(vfs)
    vfs.deallocate()
    free(cName)
  }

  private func paths() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path).filter {
      !$0.hasSuffix("-shm")
    }
    .map { folder.appending(path: $0).path }
  }

  /// Makes space on a full disk.
  func makeSpace() { hasSpace = true }

  /// Restores the files that the next process would find; no connection may be open.
  func restart() throws {
    guard fault == .losesPower, hasFailed else { return }
    for path in try paths() where synced[path] == nil {
      try FileManager.default.removeItem(atPath: path)
    }
    for (path, content) in synced { try content.write(to: URL(filePath: path)) }
    try? FileManager.default.removeItem(atPath: folder.appending(path: "store.db-shm").path)
  }

  // MARK: - Operations

  /// The code with which an operation fails; `SQLITE_OK` if it succeeds.
  fileprivate func verdict(on operation: Operation) -> Int32 {
    if isStopped { return operation.failure }
    operations += 1
    switch fault {
    case .failsOnce:
      guard operations == position else { return SQLITE_OK }
    case .isFull:
      guard operations >= position, operation == .write, !hasSpace else { return SQLITE_OK }
      hasFailed = true
      return SQLITE_FULL
    case .tearsWrite, .losesPower:
      guard operations == position else { return SQLITE_OK }
      isStopped = true
    }
    hasFailed = true
    return operation.failure
  }

  /// How many bytes of a failed write reach the disk.
  fileprivate func bytesOfFailedWrite(_ count: Int32) -> Int32 {
    guard fault == .tearsWrite, !isTorn else { return 0 }
    isTorn = true
    return count / 2
  }

  /// Whether files can no longer be created.
  fileprivate var isDead: Bool { isStopped }

  fileprivate func didSync(_ path: String?) {
    if let path { synced[path] = FileManager.default.contents(atPath: path) }
  }

  fileprivate func didDelete(_ path: String, isSynced: Bool) {
    if isSynced { synced[path] = nil }
  }
}

extension FaultyDisk.Operation {
  fileprivate var failure: Int32 {
    switch self {
    case .write: SQLITE_IOERR | 3 << 8
    case .sync: SQLITE_IOERR | 4 << 8
    case .truncate: SQLITE_IOERR | 6 << 8
    case .delete: SQLITE_IOERR | 10 << 8
    }
  }
}

private typealias File = UnsafeMutablePointer<sqlite3_file>

/// The file of the system's VFS.
private func real(_ file: File?) -> File? {
  file.map {
    (UnsafeMutableRawPointer($0) + OpenFile.headerSize).assumingMemoryBound(to: sqlite3_file.self)
  }
}

private func object(_ file: File?) -> OpenFile? {
  file.map {
    let object = UnsafeRawPointer($0).load(fromByteOffset: 8, as: UnsafeRawPointer.self)
    return Unmanaged.fromOpaque(object).takeUnretainedValue()
  }
}

private func faultyDisk(of vfs: UnsafeMutablePointer<sqlite3_vfs>?) -> FaultyDisk? {
  vfs?.pointee.pAppData.map { Unmanaged.fromOpaque($0).takeUnretainedValue() }
}

/// An open file, and how the disk finds it.
///
/// SQLite allocates the memory of a file: a pointer to the methods, a pointer to this object, and the file of the system's VFS.
private final class OpenFile {
  static let headerSize = 16
  let disk: FaultyDisk
  let path: String?

  init(_ path: String?, on disk: FaultyDisk) {
    self.disk = disk
    self.path = path
  }

  static let open:
    @convention(c) (
      UnsafeMutablePointer<sqlite3_vfs>?, sqlite3_filename?, UnsafeMutablePointer<sqlite3_file>?,
      Int32, UnsafeMutablePointer<Int32>?
    ) -> Int32 = { vfs, name, file, flags, given in
      guard let file, let disk = faultyDisk(of: vfs),
        !disk.isDead || flags & SQLITE_OPEN_CREATE == 0
      else { return SQLITE_CANTOPEN }
      let code = disk.real.pointee.xOpen(disk.real, name, real(file), flags, given)
      guard code == SQLITE_OK else { return code }
      let object = OpenFile(name.map { String(cString: $0) }, on: disk)
      UnsafeMutableRawPointer(file).storeBytes(
        of: Unmanaged.passRetained(object).toOpaque(), toByteOffset: 8,
        as: UnsafeMutableRawPointer.self)
      file.pointee.pMethods = methods
      return SQLITE_OK
    }

  static let delete:
    @convention(c) (UnsafeMutablePointer<sqlite3_vfs>?, UnsafePointer<CChar>?, Int32) -> Int32 = {
      vfs, name, isSynced in
      guard let name, let disk = faultyDisk(of: vfs) else { return SQLITE_MISUSE }
      let verdict = disk.verdict(on: .delete)
      guard verdict == SQLITE_OK else { return verdict }
      let code = disk.real.pointee.xDelete(disk.real, name, 0)
      if code == SQLITE_OK { disk.didDelete(String(cString: name), isSynced: isSynced != 0) }
      return code
    }

  nonisolated(unsafe) private static let methods: UnsafePointer<sqlite3_io_methods> = {
    var methods = sqlite3_io_methods()
    // Version 3 would let SQLite map files into memory.
    methods.iVersion = 2
    addChanges(to: &methods)
    addOthers(to: &methods)
    let pointer = UnsafeMutablePointer<sqlite3_io_methods>.allocate(capacity: 1)
    pointer.initialize(to: methods)
    return UnsafePointer(pointer)
  }()

  private static func addChanges(to methods: inout sqlite3_io_methods) {
    methods.xWrite = { file, bytes, count, offset in
      guard let disk = object(file)?.disk, let real = real(file) else { return SQLITE_MISUSE }
      let verdict = disk.verdict(on: .write)
      let written = verdict == SQLITE_OK ? count : disk.bytesOfFailedWrite(count)
      let code = real.pointee.pMethods.pointee.xWrite(real, bytes, written, offset)
      return verdict == SQLITE_OK ? code : verdict
    }
    methods.xTruncate = { file, size in
      guard let disk = object(file)?.disk, let real = real(file) else { return SQLITE_MISUSE }
      let verdict = disk.verdict(on: .truncate)
      guard verdict == SQLITE_OK else { return verdict }
      return real.pointee.pMethods.pointee.xTruncate(real, size)
    }
    methods.xSync = { file, _ in
      guard let object = object(file) else { return SQLITE_MISUSE }
      let verdict = object.disk.verdict(on: .sync)
      if verdict == SQLITE_OK { object.disk.didSync(object.path) }
      return verdict
    }
    methods.xClose = { file in
      guard let object = object(file), let real = real(file) else { return SQLITE_MISUSE }
      Unmanaged.passUnretained(object).release()
      return real.pointee.pMethods.pointee.xClose(real)
    }
  }

  /// Passes calls on that change nothing on the disk.
  private static func addOthers(to methods: inout sqlite3_io_methods) {
    methods.xRead = {
      guard let real = real($0) else { return SQLITE_MISUSE }
      return real.pointee.pMethods.pointee.xRead(real, $1, $2, $3)
    }
    methods.xFileSize = {
      guard let real = real($0) else { return SQLITE_MISUSE }
      return real.pointee.pMethods.pointee.xFileSize(real, $1)
    }
    methods.xLock = {
      guard let real = real($0) else { return SQLITE_MISUSE }
      return real.pointee.pMethods.pointee.xLock(real, $1)
    }
    methods.xUnlock = {
      guard let real = real($0) else { return SQLITE_MISUSE }
      return real.pointee.pMethods.pointee.xUnlock(real, $1)
    }
    methods.xCheckReservedLock = {
      guard let real = real($0) else { return SQLITE_MISUSE }
      return real.pointee.pMethods.pointee.xCheckReservedLock(real, $1)
    }
    methods.xFileControl = {
      guard let real = real($0) else { return SQLITE_MISUSE }
      return real.pointee.pMethods.pointee.xFileControl(real, $1, $2)
    }
    methods.xSectorSize = {
      guard let real = real($0) else { return SQLITE_MISUSE }
      return real.pointee.pMethods.pointee.xSectorSize(real)
    }
    methods.xDeviceCharacteristics = {
      guard let real = real($0) else { return SQLITE_MISUSE }
      return real.pointee.pMethods.pointee.xDeviceCharacteristics(real)
    }
    methods.xShmMap = {
      guard let real = real($0) else { return SQLITE_MISUSE }
      return real.pointee.pMethods.pointee.xShmMap(real, $1, $2, $3, $4)
    }
    methods.xShmLock = {
      guard let real = real($0) else { return SQLITE_MISUSE }
      return real.pointee.pMethods.pointee.xShmLock(real, $1, $2, $3)
    }
    methods.xShmUnmap = {
      guard let real = real($0) else { return SQLITE_MISUSE }
      return real.pointee.pMethods.pointee.xShmUnmap(real, $1)
    }
    methods.xShmBarrier = {
      guard let real = real($0) else { return }
      real.pointee.pMethods.pointee.xShmBarrier(real)
    }
  }
}

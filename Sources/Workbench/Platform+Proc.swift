#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

// What Linux shows of processes in /proc. Other systems have no such folder, so everything here is empty there.
extension Platform {
  /// The numbers of one process.
  struct ProcessFigures {
    let parent: Int32
    /// CPU time of the process and of the children that it waited for, in clock ticks.
    let ticks: Int
    let threads: Int
    /// Resident memory in bytes.
    let memory: Int
  }

  /// Clock ticks per second.
  static let ticksPerSecond = Double(max(sysconf(Int32(_SC_CLK_TCK)), 1))

  private static let pageSize = Int(sysconf(Int32(_SC_PAGESIZE)))

  /// The ids of all processes.
  static var processes: [Int32] { names(in: "/proc").compactMap { Int32($0) } }

  /// The figures of a process; `nil` if there is no such process, or it ended and was not waited for.
  ///
  /// Called for each process of a tree ten times per second, so it makes no arrays and no strings of the file.
  static func figures(of process: Int32) -> ProcessFigures? {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 1024) { buffer in
      let bytes = buffer[
        ..<read("/proc/\(process)/stat", into: UnsafeMutableRawBufferPointer(buffer))]
      // The name of the program is in parentheses, and may contain anything.
      guard let end = bytes.lastIndex(of: UInt8(ascii: ")")), end + 2 < bytes.count,
        bytes[end + 2] != UInt8(ascii: "Z")
      else { return nil }
      var numbers = (parent: 0, ticks: 0, threads: 0, pages: 0)
      var (field, number) = (0, 0)
      for byte in bytes[(end + 2)...] {
        if byte != UInt8(ascii: " ") {
          number = number &* 10 &+ Int(byte &- UInt8(ascii: "0"))
          continue
        }
        switch field {
        case 1: numbers.parent = number
        case 11...14: numbers.ticks &+= number
        case 17: numbers.threads = number
        case 21: numbers.pages = number
        default: break
        }
        (field, number) = (field + 1, 0)
      }
      guard field > 21 else { return nil }
      return ProcessFigures(
        parent: Int32(truncatingIfNeeded: numbers.parent), ticks: numbers.ticks,
        threads: numbers.threads, memory: numbers.pages &* pageSize)
    }
  }

  /// The proportional set size of a process in bytes; `nil` if the system does not show it.
  ///
  /// Memory that several processes share is divided among them.
  static func proportionalMemory(of process: Int32) -> Int? {
    number("Pss:", in: content(of: "/proc/\(process)/smaps_rollup", limit: 4096)).map { $0 * 1024 }
  }

  /// The numbers of one thread.
  struct ThreadFigures {
    /// The name that the program gave the thread; at most 15 bytes.
    let name: String
    /// CPU time since the start of the thread, in nanoseconds; `nil` if the system does not count it.
    let time: Int64?
    /// How often the thread stopped running.
    let switches: Int
  }

  /// The figures of each thread of a process, by the thread's path.
  static func threads(of process: Int32) -> [String: ThreadFigures] {
    var threads: [String: ThreadFigures] = [:]
    for thread in names(in: "/proc/\(process)/task") {
      let path = "/proc/\(process)/task/\(thread)"
      let status = content(of: "\(path)/status", limit: 4096)
      guard let voluntary = number("voluntary_ctxt_switches:", in: status),
        let forced = number("nonvoluntary_ctxt_switches:", in: status)
      else { continue }
      let name = status.dropFirst("Name:\t".utf8.count).prefix { $0 != UInt8(ascii: "\n") }
      let times = line(of: "\(path)/schedstat")?.split(separator: " ")
      threads[path] = ThreadFigures(
        name: String(decoding: name, as: UTF8.self), time: times?.first.flatMap { Int64($0) },
        switches: voluntary + forced)
    }
    return threads
  }

  /// The temperature of the first sensor in degrees Celsius; `nil` if there is none.
  static var temperature: Double? {
    line(of: "/sys/class/thermal/thermal_zone0/temp").flatMap(Double.init).map { $0 / 1000 }
  }

  /// The whole number after a name at the beginning of a line.
  private static func number(_ name: String, in text: [UInt8]) -> Int? {
    let line = text.split(separator: UInt8(ascii: "\n")).first { $0.starts(with: name.utf8) }
    let digits = line?.dropFirst(name.utf8.count).filter { (48...57).contains($0) }
    return digits.flatMap { Int(String(decoding: $0, as: UTF8.self)) }
  }

  /// CPU time of all processors, in clock ticks: in use, and altogether; `nil` if the system does not show it.
  static var processorTicks: (busy: Double, all: Double)? {
    let line = content(of: "/proc/stat", limit: 512).prefix { $0 != UInt8(ascii: "\n") }
    let words = line.split(separator: UInt8(ascii: " ")).dropFirst()
    let ticks = words.compactMap { Double(String(decoding: $0, as: UTF8.self)) }
    guard ticks.count >= 8 else { return nil }
    // user, nice, system, idle, iowait, irq, softirq, steal
    let all = ticks[..<8].reduce(0, +)
    return (all - ticks[3] - ticks[4], all)
  }

  /// Kills all processes whose environment has a variable with a value.
  ///
  /// Processes that left their group and their parent still have the environment that they were started with.
  ///
  /// - Returns: how many there were.
  static func killProcesses(with variable: String) -> Int {
    let wanted = Array(variable.utf8)
    var killed: Set<Int32> = []
    // Again as long as there are some, because a process may start another one meanwhile.
    for _ in 0..<10 {
      let found = processes.filter { process in
        process != getpid() && !killed.contains(process)
          && content(of: "/proc/\(process)/environ", limit: 1 << 20)
            .split(separator: 0).contains { $0.elementsEqual(wanted) }
      }
      if found.isEmpty { break }
      for process in found { kill(process, SIGKILL) }
      killed.formUnion(found)
    }
    return killed.count
  }

  /// The first line of a small file without the line break; `nil` if there is none.
  static func line(of path: String) -> String? {
    let line = content(of: path, limit: 4096).prefix { $0 != UInt8(ascii: "\n") }
    return line.isEmpty ? nil : String(decoding: line, as: UTF8.self)
  }

  /// The bytes of a file, up to a limit; empty if it cannot be read.
  static func content(of path: String, limit: Int) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: limit) { buffer, count in
      count = read(path, into: UnsafeMutableRawBufferPointer(buffer))
    }
  }

  /// Reads the beginning of a file; the number of bytes, 0 if it cannot be read.
  private static func read(_ path: String, into buffer: UnsafeMutableRawBufferPointer) -> Int {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return 0 }
    defer { close(descriptor) }
    var count = 0
    while count < buffer.count {
      let more = platformRead(
        descriptor, buffer.baseAddress.map { $0 + count }, buffer.count - count)
      if more < 0, errno == EINTR { continue }
      if more <= 0 { break }
      count += more
    }
    return count
  }
}

private func platformRead(_ file: Int32, _ start: UnsafeMutableRawPointer?, _ count: Int) -> Int {
  read(file, start, count)
}

#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif
internal import CSystem
internal import Synchronization

// What Linux shows of processes in /proc. Other systems have no such folder, so everything here is empty there.
extension Platform {
  package struct ProcessFigures {
    package let parent: Int32
    /// CPU time of the process and of the children that it waited for, in clock ticks.
    package let ticks: Int
    package let threads: Int
    /// Resident memory in bytes.
    package let memory: Int
  }

  /// Clock ticks per second.
  package static let ticksPerSecond = Double(max(sysconf(Int32(_SC_CLK_TCK)), 1))

  private static let pageSize = Int(sysconf(Int32(_SC_PAGESIZE)))

  package static var processes: [Int32] { names(in: "/proc").compactMap { Int32($0) } }

  /// The figures of a process; `nil` if there is no such process, or it ended and was not waited for.
  ///
  /// Called for each process of a tree ten times per second, so it makes no arrays and no strings of the file.
  package static func figures(of process: Int32) -> ProcessFigures? {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 1024) { buffer in
      let bytes = buffer[
        ..<readBeginning(
          of: "/proc/\(process)/stat", into: UnsafeMutableRawBufferPointer(buffer))]
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
  package static func proportionalMemory(of process: Int32) -> Int? {
    number("Pss:", in: content(of: "/proc/\(process)/smaps_rollup", limit: 4096)).map { $0 * 1024 }
  }

  package struct ThreadFigures {
    /// The name that the program gave the thread; at most 15 bytes.
    package let name: String
    /// CPU time since the start of the thread, in nanoseconds; `nil` if the system does not count it.
    package let time: Int64?
    /// How often the thread stopped running.
    package let switches: Int
  }

  /// The figures of each thread of a process, by the thread's path.
  package static func threads(of process: Int32) -> [String: ThreadFigures] {
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
  package static var temperature: Double? {
    line(of: "/sys/class/thermal/thermal_zone0/temp").flatMap(Double.init).map { $0 / 1000 }
  }

  /// The whole number after a name at the beginning of a line.
  private static func number(_ name: String, in text: [UInt8]) -> Int? {
    let line = text.split(separator: UInt8(ascii: "\n")).first { $0.starts(with: name.utf8) }
    let digits = line?.dropFirst(name.utf8.count).filter { (48...57).contains($0) }
    return digits.flatMap { Int(String(decoding: $0, as: UTF8.self)) }
  }

  /// CPU time of all processors, in clock ticks: in use, and altogether; `nil` if the system does not show it.
  package static var processorTicks: (busy: Double, all: Double)? {
    let line = content(of: "/proc/stat", limit: 512).prefix { $0 != UInt8(ascii: "\n") }
    let words = line.split(separator: UInt8(ascii: " ")).dropFirst()
    let ticks = words.compactMap { Double(String(decoding: $0, as: UTF8.self)) }
    guard ticks.count >= 8 else { return nil }
    // user, nice, system, idle, iowait, irq, softirq, steal
    let all = ticks[..<8].reduce(0, +)
    return (all - ticks[3] - ticks[4], all)
  }

  // MARK: - Descendants

  private static let isAdopting = Atomic(false)

  /// Makes this process the parent of all processes below it whose own parent ends, so that none of them can get away.
  ///
  /// Only Linux can. A process with other tasks, such as one that runs tests, must not call it.
  package static func adoptOrphans() {
    isAdopting.store(csystem_adopt_orphans() != 0, ordering: .relaxed)
  }

  /// All processes below this one.
  package static var descendants: Set<Int32> {
    guard isAdopting.load(ordering: .relaxed) else { return [] }
    var children: [Int32: [Int32]] = [:]
    for process in processes {
      if let figures = figures(of: process) {
        children[figures.parent, default: []].append(process)
      }
    }
    var found: Set<Int32> = []
    var open = children[getpid()] ?? []
    while let process = open.popLast() {
      if found.insert(process).inserted { open += children[process] ?? [] }
    }
    return found
  }

  /// Kills all processes below this one, whatever their group, session and environment, and waits for their ends.
  ///
  /// Does nothing before `adoptOrphans`.
  ///
  /// - Parameter others: processes that stay.
  /// - Returns: how many there were.
  package static func killDescendants(except others: Set<Int32>) -> Int {
    var killed: Set<Int32> = []
    // Again as long as there are some, because a process may start another one meanwhile.
    for round in 0..<1000 {
      let found = descendants.subtracting(others)
      if found.isEmpty { break }
      for process in found { kill(process, SIGKILL) }
      killed.formUnion(found)
      while waitpid(-1, nil, WNOHANG) > 0 {}
      if round > 0 { usleep(1000) }
    }
    return killed.count
  }
}

internal import Decoding
internal import Recordings
internal import Units

extension DescribedObject {
  /// Reads the CPU time per thread from `threads`; `nil` if the key is missing.
  ///
  /// - Parameter isReported: whether the figures are taken from a publication or another tool.
  mutating func threads(isReported: Bool) throws(DescriptionProblem) -> ThreadList? {
    guard var object = try object("threads") else { return nil }
    var threads: [ThreadList.Thread] = []
    var known: Set<[String?]> = []
    for entry in try object.objects("list") {
      let thread = try entry.thread(besidesMain: known.contains(Self.main))
      if thread.isMain { known.insert(Self.main) }
      guard known.insert([thread.name, thread.id]).inserted else {
        throw .repeatedThread(path: entry.place(of: "name"), thread: thread.name, id: thread.id)
      }
      threads.append(thread)
    }
    guard !threads.isEmpty else { throw .missingKey(path: object.place(of: "list")) }
    let total = try object.nanoseconds("total_s", in: .seconds)
    try object.finish()
    let list = ThreadList(threads: threads, total: total, isReported: isReported)
    try object.check(list)
    return list
  }

  /// Stands among the names and ids of threads for the main thread.
  private static let main: [String?] = []

  /// Reads one element of the list of threads, which describes one thread.
  ///
  /// - Parameter hasMain: whether another thread is the main thread.
  private func thread(
    besidesMain hasMain: Bool
  ) throws(DescriptionProblem) -> ThreadList.Thread {
    var entry = self
    var thread = ThreadList.Thread(name: try entry.requiredText("name"))
    thread.id = try entry.text("id")
    thread.isMain = try entry.flag("main") ?? false
    thread.time = try entry.time("cpu")
    thread.share = try entry.number("share", wanted: "a fraction from 0 to 1") {
      (0...1).contains($0)
    }
    try entry.finish()
    if thread.time == nil, thread.share == nil { throw .missingKey(path: entry.place(of: "cpu_s")) }
    if thread.isMain, hasMain {
      throw .wrongValue(
        path: entry.place(of: "main"),
        found: "true, but another thread is already marked as the main thread",
        wanted: "a single main thread in the list of threads")
    }
    return thread
  }

  /// Checks that the shares of threads do not exceed 100%, and that their times do not exceed the total.
  private func check(_ list: ThreadList) throws(DescriptionProblem) {
    let shares = list.threads.compactMap(\.share)
    let sum = shares.reduce(0, +)
    // Printed shares are rounded, so their sum may be slightly above 100%.
    guard sum <= 1.01 else {
      throw .wrongValue(
        path: place(of: "list"),
        found:
          "a list of threads whose shares of the CPU time sum up to \(Quantity(sum, .fraction).text(decimals: 1))",
        wanted: "at most 100%")
    }
    let times = list.threads.compactMap(\.time).map { Double($0) }.reduce(0, +)
    guard let total = list.total, Double(total) < times * 0.995 else { return }
    let least = Quantity(times / 1e9, .seconds).text(significantDigits: 4)
    throw .wrongValue(
      path: place(of: "total_s"),
      found: Quantity(Double(total) / 1e9, .seconds).text(significantDigits: 4),
      wanted: "at least \(least), because the CPU times of the threads add up to this time")
  }
}

import Recordings
import Testing

@testable import Decoding
@testable import Histories
@testable import RunFolders
@testable import TraceReaders

@Suite("Threads of run.json")
struct ThreadListTests {
  private func threads(_ text: String) throws -> ThreadList? {
    try RunFile(Array("{\"threads\": \(text)}".utf8)).description.threads
  }

  @Test("a list has times, shares, a main thread, and threads of the same name with different ids")
  func list() throws {
    let list = try threads(
      """
      {"total_s": 30.5, "list": [
        {"name": "Main Thread", "id": "0x1", "main": true, "cpu_s": 17.31, "share": 0.567},
        {"name": "worker", "id": "0x2", "cpu_ms": 716}, {"name": "worker", "share": 0}
      ]}
      """)
    #expect(
      list
        == ThreadList(
          threads: [
            .init(name: "Main Thread", id: "0x1", isMain: true, time: 17_310_000_000, share: 0.567),
            .init(name: "worker", id: "0x2", time: 716_000_000), .init(name: "worker", share: 0),
          ], total: 30_500_000_000))
  }

  @Test("reported shares are marked, and have priority over the run's samples")
  func reported() throws {
    let text = """
      {"threads": {"list": [{"name": "a", "cpu_s": 1}]},
       "reported": {"fps.avg": 60, "threads": {"list": [{"name": "b", "cpu_s": 2}]}}}
      """
    let description = try RunFile(Array(text.utf8)).description
    #expect(description.threads?.isReported == true)
    #expect(description.threads?.threads.map(\.name) == ["b"])
    #expect(description.reported == ["fps.avg": 60])
  }

  @Test(
    "errors are reported with their position",
    arguments: [
      ("{}", .missingKey(path: "threads.list")),
      ("{\"list\": [{\"cpu_s\": 1}]}", .missingKey(path: "threads.list[0].name")),
      ("{\"list\": [{\"name\": \"a\"}]}", .missingKey(path: "threads.list[0].cpu_s")),
      (
        "{\"list\": [{\"name\": \"a\", \"cpu_s\": -1}]}",
        .wrongValue(
          path: "threads.list[0].cpu_s", found: "-1",
          wanted: "a time from 0 to a century")
      ),
      (
        "{\"list\": [{\"name\": \"a\", \"share\": 56.7}]}",
        .wrongValue(
          path: "threads.list[0].share", found: "56.7", wanted: "a fraction from 0 to 1")
      ),
      (
        "{\"list\": [{\"name\": \"a\", \"cpu_s\": 1}, {\"name\": \"a\", \"cpu_s\": 2}]}",
        .repeatedThread(path: "threads.list[1].name", thread: "a", id: nil)
      ),
      (
        "{\"list\": [{\"name\": \"a\", \"main\": true, \"cpu_s\": 1}, "
          + "{\"name\": \"b\", \"main\": true, \"cpu_s\": 2}]}",
        .wrongValue(
          path: "threads.list[1].main",
          found: "true, but another thread is already marked as the main thread",
          wanted: "a single main thread in the list of threads"
        )
      ),
      (
        "{\"list\": [{\"name\": \"a\", \"share\": 0.7}, {\"name\": \"b\", \"share\": 0.4}]}",
        .wrongValue(
          path: "threads.list",
          found: "a list of threads whose shares of the CPU time sum up to 110.0%",
          wanted: "at most 100%")
      ),
      (
        "{\"total_s\": 2, \"list\": [{\"name\": \"a\", \"cpu_s\": 3}]}",
        .wrongValue(
          path: "threads.total_s", found: "2 s",
          wanted: "at least 3 s, because the CPU times of the threads add up to this time")
      ),
      (
        "{\"list\": [{\"name\": \"a\", \"cpu_s\": 1, \"mian\": true}]}",
        .unknownKey(path: "threads.list[0].mian", nearest: "main")
      ),
    ] as [(String, DescriptionProblem)])
  func problems(text: String, problem: DescriptionProblem) {
    #expect(throws: problem) { try threads(text) }
  }

  @Test(
    "a time that is not a finite number is refused",
    arguments: ["NaN", "Infinity", "\"1\"", "1e300"])
  func noNumbers(value: String) {
    #expect(throws: DescriptionProblem.self) {
      try threads("{\"list\": [{\"name\": \"a\", \"cpu_s\": \(value)}]}")
    }
  }
}

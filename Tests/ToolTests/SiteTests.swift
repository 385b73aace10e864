import Foundation
import TestSupport
import Testing

/// `hitchmark report --site` of two small suites, one of which has hostile names, and of runs without a suite.
@Suite("report --site")
struct SiteTests {
  private let folder = TemporaryFolder()

  init() throws {
    for stage in ["a", "b"] {
      for number in 1...3 {
        let trace = NativeTrace(number + (stage == "a" ? 0 : 10))
        try folder.file("runs/mine/\(stage)/\(number)/frames.csv", text: trace.text)
      }
    }
    try folder.file(
      "runs/mine/suite.json",
      text: """
        {"title": "Mine", "best": "b", "worst": "a", "end_result": "b",
         "stages": [{"id": "a", "title": "<script>alert(1)</script>"},
           {"id": "b", "title": "[x](http://example.org)", "baseline": "a"}]}
        """)
    try folder.file("runs/long/suite.json", text: #"{"stages": [{"id": "s", "title": "S"}]}"#)
    for number in 1...14 {
      let commit = String(repeating: "\(number % 10)", count: 38) + String(10 + number)
      try folder.file("runs/long/s/\(number)/frames.csv", text: NativeTrace(100 + number).text)
      try folder.file("runs/long/s/\(number)/run.json", text: "{\"commit\": \"\(commit)\"}")
      try folder.file("order/\(number)", text: commit)
    }
    let order = try (1...14).map {
      try String(contentsOfFile: folder.path("order/\($0)"), encoding: .utf8)
    }
    try folder.file("order.txt", text: order.joined(separator: "\n") + "\n")
    try folder.file("stray.csv", text: NativeTrace(999).text)
    try ingest(["runs"])
    try ingest(["stray.csv"])
  }

  private func ingest(_ paths: [String]) throws {
    let outcome = try Tool.run(["ingest", "--store", "s.db"] + paths, in: folder.url)
    try #require(outcome.status == 0, "\(outcome.errors)")
  }

  private func site(_ words: String...) throws -> [String: String] {
    let outcome = try Tool.run(
      ["report", "--site", "site", "--store", "s.db"] + words, in: folder.url)
    try #require(outcome.status == 0 && outcome.output.isEmpty, "\(outcome.errors)")
    let root = folder.url.appending(path: "site").standardizedFileURL
    let files = try #require(
      FileManager.default.enumerator(at: root, includingPropertiesForKeys: nil))
    var pages: [String: String] = [:]
    for case let url as URL in files where url.pathExtension == "html" {
      let path = url.standardizedFileURL.path.dropFirst(root.path.count + 1)
      pages[String(path)] = try String(contentsOf: url, encoding: .utf8)
    }
    return pages
  }

  private func links(_ page: String) -> [String] {
    page.matches(of: #/href="([^"#]+)"/#).map { String($0.1) }
  }

  @Test("has a page per suite, stage and run, and one for the trend of a history")
  func pages() throws {
    let pages = try site("--order", "order.txt")
    let runs = ["a", "b"].flatMap { stage in (1...3).map { "mine/stage-\(stage)/\($0).html" } }
    let wanted =
      [
        "index.html", "mine/index.html", "mine/stage-a/index.html", "mine/stage-b/index.html",
        "long/index.html", "long/trend.html", "long/stage-s/index.html", "runs/index.html",
        "runs/stage-none/index.html", "runs/stage-none/stray.html",
      ] + runs + (1...14).map { "long/stage-s/\($0).html" }
    #expect(Set(pages.keys) == Set(wanted))
  }

  @Test("links from the index to every page and back, and nowhere else")
  func reach() throws {
    let pages = try site("--order", "order.txt")
    var reached: Set = ["index.html"]
    var waiting = ["index.html"]
    while let path = waiting.popLast() {
      let page = try #require(pages[path], "\(path) is not there")
      let folders = path.split(separator: "/").dropLast().map(String.init)
      for link in links(page) {
        var place = folders
        for part in link.split(separator: "/").map(String.init) {
          if part == ".." { _ = place.popLast() } else { place.append(part) }
        }
        let target = place.joined(separator: "/")
        if reached.insert(target).inserted { waiting.append(target) }
      }
      #expect(path == "index.html" || links(page).contains { $0.hasSuffix("../index.html") })
    }
    #expect(reached == Set(pages.keys))
  }

  @Test("the site of one suite has only that suite, and hostile names do no harm")
  func one() throws {
    let pages = try site("mine")
    #expect(pages.count == 10)
    #expect(pages.keys.allSatisfy { $0 == "index.html" || $0.hasPrefix("mine/") })
    #expect(pages.values.allSatisfy { !$0.contains("<script>alert") })
    #expect(pages.values.allSatisfy { page in !links(page).contains { $0.contains(":") } })
  }

  @Test("does not change if written again, and keeps files of others")
  func again() throws {
    try folder.file("site/CNAME", text: "example.org\n")
    let first = try site()
    #expect(try site() == first)
    #expect(FileManager.default.fileExists(atPath: folder.path("site/CNAME")))
  }

  @Test("an unknown suite and options that do not fit --site are errors")
  func faults() throws {
    for (words, complaint) in [
      (["nope"], "s.db: there is no suite “nope” in this store"),
      (
        ["--format", "md", "--brief"],
        "--site: the option cannot be combined with --format and --brief; a website consists of HTML pages"
      ),
    ] {
      let outcome = try Tool.run(
        ["report", "--site", "site", "--store", "s.db"] + words, in: folder.url)
      #expect(outcome.status == 2 && outcome.errors.hasPrefix(complaint), "\(outcome.errors)")
    }
  }
}

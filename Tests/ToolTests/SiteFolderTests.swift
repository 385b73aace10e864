import Foundation
import TestSupport
import Testing

/// What `hitchmark report --site` does to a folder that contains more than its own pages.
@Suite("the folder of a site")
struct SiteFolderTests {
  private let folder = TemporaryFolder()

  init() throws {
    // One store with one stage, and one with two.
    for (store, stages) in [("a", ["a"]), ("both", ["a", "b"])] {
      let described = stages.map { #"{"id": "\#($0)", "title": "\#($0)"}"# }
      try folder.file(
        "\(store)/mine/suite.json", text: #"{"stages": [\#(described.joined(separator: ", "))]}"#)
      for (position, stage) in stages.enumerated() {
        for number in 1...2 {
          let trace = NativeTrace(number + 10 * position)
          try folder.file("\(store)/mine/\(stage)/\(number)/frames.csv", text: trace.text)
        }
      }
      let outcome = try Tool.run(["ingest", "--store", "\(store).db", store], in: folder.url)
      try #require(outcome.status == 0, "\(outcome.errors)")
    }
  }

  private func site(of store: String) throws -> Tool.Outcome {
    try Tool.run(["report", "--site", "site", "--store", store], in: folder.url)
  }

  private func made(of store: String) throws {
    let outcome = try site(of: store)
    try #require(outcome.status == 0, "\(outcome.errors)")
  }

  /// The files of the site by their paths.
  private func files() throws -> [String: String] {
    let root = folder.url.appending(path: "site").standardizedFileURL
    let found = FileManager.default.enumerator(
      at: root, includingPropertiesForKeys: [.isRegularFileKey])
    var files: [String: String] = [:]
    for case let url as URL in try #require(found) {
      guard try url.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile == true else {
        files[String(url.standardizedFileURL.path.dropFirst(root.path.count + 1)) + "/"] = ""
        continue
      }
      let path = url.standardizedFileURL.path.dropFirst(root.path.count + 1)
      files[String(path)] = try String(contentsOf: url, encoding: .utf8)
    }
    return files
  }

  @Test("equals that of a new site after pages of another store were removed")
  func former() throws {
    try made(of: "a.db")
    let fresh = try files()
    try made(of: "both.db")
    #expect(try files().keys.contains("mine/stage-b/1.html"))
    try made(of: "a.db")
    #expect(try files() == fresh)
  }

  @Test("keeps files of others with their folders, and pages that another program changed")
  func foreign() throws {
    try made(of: "both.db")
    try folder.file("site/CNAME", text: "example.org\n")
    try folder.file("site/mine/stage-b/notes.html", text: "mine")
    try folder.file("site/mine/stage-b/1.html", text: "changed")
    let outcome = try site(of: "a.db")
    let sentence =
      "the website no longer has this page; another program changed the file, so the file was not removed"
    #expect(outcome.errors == "site/mine/stage-b/1.html: \(sentence)\n")
    let left = try files()
    #expect(left["CNAME"] == "example.org\n" && left["mine/stage-b/notes.html"] == "mine")
    #expect(left["mine/stage-b/1.html"] == "changed")
    #expect(left["mine/stage-b/2.html"] == nil && left["mine/stage-b/index.html"] == nil)
  }

  @Test(
    "is left unchanged if a file of another program is in the place of a page or folder",
    arguments: ["index.html", "mine/stage-b/2.html", "mine", "mine/stage-a"])
  func inTheWay(place: String) throws {
    try folder.file("site/\(place)", text: "other")
    let before = try files()
    let outcome = try site(of: "both.db")
    #expect(outcome.status == 2)
    #expect(
      outcome.errors == """
        site/\(place): hitchmark did not write this file as a part of the website; \
        the website needs this path for a page or a folder; move the file, or name another folder for the website

        """)
    #expect(try files() == before)
  }

  @Test("a site folder that is a file, or whose page list leads elsewhere, is an error")
  func faults() throws {
    try folder.file("site", text: "")
    let file = try site(of: "a.db")
    #expect(
      file.status == 2
        && file.errors
          == "site: the output cannot be written: a file with the name of the folder exists\n"
    )
    try FileManager.default.removeItem(atPath: folder.path("site"))
    for line in ["0 ../a/mine/a/1/frames.csv", "0 ../index.html", "0 /index.html", "index.html"] {
      try folder.file("site/hitchmark-site.txt", text: "hitchmark.site-files/1\n\(line)\n")
      let outcome = try site(of: "a.db")
      #expect(outcome.status == 2)
      #expect(
        outcome.errors.hasPrefix(
          "site/hitchmark-site.txt:2: this file lists the pages of the website, but this line is not an entry of the list; "
        ))
    }
  }

  @Test(
    "a read-only site folder is an error",
    .enabled(if: geteuid() != 0, "the superuser may write anywhere"))
  func readOnly() throws {
    try made(of: "a.db")
    let before = try files()
    let path = folder.path("site")
    try FileManager.default.setAttributes([.posixPermissions: 0o555], ofItemAtPath: path)
    defer {
      try? FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
    }
    let outcome = try site(of: "a.db")
    #expect(outcome.status == 2 && outcome.errors.contains("permission denied"))
    #expect(try files() == before)
  }

  /// Simulates a full disk by a limit on file sizes.
  @Test("is complete again after a run on a full disk")
  func interrupted() throws {
    try made(of: "a.db")
    let fresh = try files()
    let outcome = try Tool.shell(
      "ulimit -f 8; exec \"$HITCHMARK\" report --site site --store both.db", in: folder.url)
    #expect(outcome.status == 2 && outcome.errors.contains("cannot be written: "))
    #expect(try !files().keys.contains { $0.hasSuffix(".part") })
    try made(of: "a.db")
    #expect(try files() == fresh)
  }

  @Test("is cleaned of the incomplete files of a run that was killed")
  func ended() throws {
    try made(of: "a.db")
    let fresh = try files()
    let list = try #require(fresh["hitchmark-site.txt"])
    let begun = list.replacing("site-files/1\n", with: "site-files/1 4711\n")
    try folder.file("site/hitchmark-site.txt", text: begun + "- mine/stage-b/1.html\n")
    try folder.file("site/mine/stage-b/1.html", text: "<!DOCTYPE html>")
    try folder.file("site/mine/stage-a/1.html.4711.part", text: "<!DOCTYPE ht")
    try made(of: "a.db")
    #expect(try files() == fresh)
  }
}

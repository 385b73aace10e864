import Foundation
import TestSupport
import Testing

/// How the tool writes files in folders to which others can write.
@Suite("Output files")
struct OutputFileTests {
  private let folder = TemporaryFolder()

  /// Runs a shell script that knows the process id of the tool in advance, because `exec` keeps the id.
  private func run(planting name: String, _ command: String) throws -> Tool.Outcome {
    try folder.file("victim", text: "precious")
    return try Tool.shell(
      "ln -s \"$PWD/victim\" \"\(name).$$.part\"; exec \"$HITCHMARK\" \(command)", in: folder.url)
  }

  private func text(of name: String) throws -> String {
    try String(contentsOfFile: folder.path(name), encoding: .utf8)
  }

  @Test("a link at a predictable temporary name is not followed")
  func plantedLink() throws {
    for (file, command) in [
      ("m.md", "metrics -o m.md"), ("f.csv", "formats -o f.csv"),
      ("out/formats.json", "formats --format json -o out/"),
    ] {
      try folder.file("out/x", text: "")
      let outcome = try run(planting: file, command)
      #expect(outcome.status == 0, "\(outcome.errors)")
      #expect(try text(of: "victim") == "precious")
      #expect(try text(of: file).count > 50)
      #expect(
        try FileManager.default.attributesOfItem(atPath: folder.path(file))[.type]
          as? FileAttributeType
          == .typeRegular)
    }
  }

  private func link(_ name: String, to target: String) throws {
    try FileManager.default.createSymbolicLink(
      atPath: folder.path(name), withDestinationPath: target)
  }

  private func kind(of name: String) -> FileAttributeType? {
    let facts = try? FileManager.default.attributesOfItem(atPath: folder.path(name))
    return facts?[.type] as? FileAttributeType
  }

  @Test(
    "a link that the user names is followed to its target, which keeps its permissions",
    arguments: ["victim", "sub/victim", "missing"])
  func linkInPlace(target: String) throws {
    try folder.file("victim", text: "old")
    try folder.file("sub/victim", text: "old")
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o600], ofItemAtPath: folder.path("victim"))
    try link("inner.md", to: target)
    try link("m.md", to: "inner.md")
    #expect(InProcess.run(["metrics", "-o", folder.path("m.md")]).status == 0)
    #expect(try text(of: target).count > 100)
    #expect(kind(of: "m.md") == .typeSymbolicLink && kind(of: "inner.md") == .typeSymbolicLink)
    guard target == "victim" else { return }
    let facts = try FileManager.default.attributesOfItem(atPath: folder.path("victim"))
    #expect(facts[.posixPermissions] as? Int == 0o600)
  }

  @Test("a folder that the user named only as part of a path is created, and named")
  func missingParents() throws {
    let deep = InProcess.run(["metrics", "-o", folder.path("new/deep/m.md")])
    #expect(deep.status == 0 && deep.errors == "created the folder \(folder.path("new/deep"))\n")
    let again = InProcess.run(["metrics", "-o", folder.path("new/deep/m.md")])
    let whole = InProcess.run(["metrics", "--format", "md,html", "-o", folder.path("whole/")])
    #expect(again.errors.isEmpty && whole.errors.isEmpty)
    #expect(try text(of: "new/deep/m.md").count > 100)
  }

  @Test("a link in a circle, and a link of another user, are refused")
  func badLinks() throws {
    try link("a.md", to: "b.md")
    try link("b.md", to: "a.md")
    let circle = InProcess.run(["metrics", "-o", folder.path("a.md")])
    #expect(circle.status == 2 && circle.errors.contains("too many links"), "\(circle.errors)")
    guard geteuid() == 0 else { return }
    try folder.file("victim", text: "precious")
    try link("theirs.md", to: "victim")
    #expect(lchown(folder.path("theirs.md"), 4321, 4321) == 0)
    let theirs = InProcess.run(["metrics", "-o", folder.path("theirs.md")])
    #expect(theirs.status == 2 && theirs.errors.contains("link of another user"))
    #expect(try text(of: "victim") == "precious")
  }

  @Test("a pipe and a device are written directly, and stay what they are")
  func special() throws {
    let outcome = try Tool.shell(
      """
      mkfifo p.md && { cat p.md > got & } && "$HITCHMARK" metrics -o p.md && wait
      test -p p.md && "$HITCHMARK" metrics -o /dev/stdout --format md | cmp - got
      "$HITCHMARK" metrics -o /dev/stdout --format md > file && cmp file got
      if mknod null.md c 1 3 2>/dev/null; then
        "$HITCHMARK" metrics -o null.md && test -c null.md || echo replaced
      fi
      """, in: folder.url)
    #expect(outcome.status == 0 && outcome.output.isEmpty, "\(outcome.output)\(outcome.errors)")
    #expect(try text(of: "got").count > 100)
  }

  @Test("a replaced file keeps its owner", .enabled(if: geteuid() == 0))
  func owner() throws {
    try folder.file("m.md", text: "old")
    #expect(chown(folder.path("m.md"), 4321, 4322) == 0)
    #expect(InProcess.run(["metrics", "-o", folder.path("m.md")]).status == 0)
    let facts = try FileManager.default.attributesOfItem(atPath: folder.path("m.md"))
    #expect(facts[.ownerAccountID] as? Int == 4321 && facts[.groupOwnerAccountID] as? Int == 4322)
    #expect(try text(of: "m.md").count > 100)
  }

  @Test("a summary is appended to files and pipes, not to a disk or through another user's link")
  func summary() throws {
    try NativeTrace(1).write(into: folder, "t/")
    let check = "\"$HITCHMARK\" check --order order --store s.db --summary"
    let outcome = try Tool.shell(
      """
      mkdir -p s/a/1 && cp t/*.csv s/a/1/ && echo '{"commit": "c1"}' > s/a/1/run.json && echo c1 > order
      echo '{"stages": [{"id": "a"}]}' > s/suite.json
      "$HITCHMARK" ingest s --store s.db >/dev/null && echo before > file && ln -s file own
      \(check) own >/dev/null && test "$(head -n 1 file)" = before && test -L own || echo own
      mkfifo p && { cat p > got & } && \(check) p >/dev/null && wait && cmp got <(tail -n +2 file)
      if mknod disk b 7 250 2>/dev/null; then
        \(check) disk >/dev/null 2>disk.err; echo $?; grep -o "it is a disk" disk.err
        ln -s file theirs && chown -h 4321 theirs && cp file kept
        \(check) theirs >/dev/null 2>link.err; echo $?; grep -o "link of another user" link.err
        cmp file kept
      else
        printf '2\nit is a disk\n2\nlink of another user\n'
      fi
      """, in: folder.url)
    #expect(outcome.output == "2\nit is a disk\n2\nlink of another user\n", "\(outcome)")
  }

  @Test("no link is followed that the user did not name, such as a folder of charts in a report's")
  func linksBelow() throws {
    try folder.file("victim/x", text: "precious")
    for name in ["out/formats.md", "out/formats.html"] {
      try folder.file("out/x", text: "")
      try link(name, to: "../victim/x")
    }
    let report = InProcess.run(["formats", "--format", "md,html", "-o", folder.path("out")])
    #expect(report.status == 2 && report.errors.contains("out/formats.md: "), "\(report.errors)")
    #expect(report.errors.contains("link"))
    try folder.file("charts/x", text: "")
    try link("charts/analysis-charts", to: "../victim")
    try NativeTrace(1).write(into: folder, "t/")
    let charts = InProcess.run(
      ["analyze", folder.path("t"), "--format", "md", "-o", folder.path("charts")])
    #expect(
      charts.status == 2
        && charts.errors.contains("charts: the output cannot be written: it is a link"), "\(charts)"
    )
    #expect(FileManager.default.subpaths(atPath: folder.path("victim")) == ["x"])
    #expect(try text(of: "victim/x") == "precious")
  }

  @Test("files have the permissions that the user's mask allows")
  func permissions() throws {
    for (mask, mode) in [("022", 0o644), ("077", 0o600)] {
      let outcome = try Tool.shell(
        "umask \(mask); \"$HITCHMARK\" metrics -o \(mask).md", in: folder.url)
      #expect(outcome.status == 0, "\(outcome.errors)")
      let attributes = try FileManager.default.attributesOfItem(atPath: folder.path("\(mask).md"))
      #expect(attributes[.posixPermissions] as? Int == mode)
    }
    let left = try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
    #expect(!left.contains { $0.hasSuffix(".part") })
  }

  /// Makes a store with one run, and its site in `site`.
  private func site() throws -> Tool.Outcome {
    try folder.file("trace.csv", text: "frame_time_ms\n16.6\n16.7\n")
    try folder.file("suite/suite.json", text: "{\"stages\": [{\"id\": \"a\"}]}")
    try folder.file("suite/a/r/trace.csv", text: "frame_time_ms\n16.6\n16.7\n")
    let ingest = try Tool.run(["ingest", "suite", "--store", "s.db"], in: folder.url)
    try #require(ingest.status == 0, "\(ingest.errors)")
    return try Tool.run(["report", "--site", "site", "--store", "s.db"], in: folder.url)
  }

  @Test("a site is not written through a link below its folder")
  func linkedFolder() throws {
    try folder.file("elsewhere/index.html", text: "precious")
    try folder.file("site/x.txt", text: "")
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("site/suite"), withDestinationPath: folder.path("elsewhere"))
    let outcome = try site()
    #expect(outcome.status == 2 && outcome.errors.hasPrefix("site/suite: "), "\(outcome.errors)")
    #expect(try text(of: "elsewhere/index.html") == "precious")
  }

  @Test("a page list from an attacker removes no page behind a link")
  func foreignManifest() throws {
    try folder.file("elsewhere/index.html", text: "precious")
    try folder.file(
      "site/hitchmark-site.txt", text: "hitchmark.site-files/1 4711\n- linked/index.html\n")
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("site/linked"), withDestinationPath: folder.path("elsewhere"))
    let outcome = try site()
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(try text(of: "elsewhere/index.html") == "precious")
    try folder.file("site/hitchmark-site.txt", text: "hitchmark.site-files/1 ../x\n")
    #expect(try site().errors.hasPrefix("site/hitchmark-site.txt:1: "))
  }

  @Test("pages have no name that Windows reserves for a device")
  func deviceNames() throws {
    try folder.file("con/suite.json", text: "{\"stages\": [{\"id\": \"nul\"}]}")
    for name in ["aux", "AUX", "Com1", "lpt9.", "prn ", "nul", "run"] {
      try folder.file(
        "con/nul/\(name)/trace.csv", text: "frame_time_ms\n16.6\n\(name.hash & 0xFF)\n")
    }
    let ingest = try Tool.run(["ingest", "con", "--store", "s.db"], in: folder.url)
    try #require(ingest.status == 0, "\(ingest.errors)")
    let report = try Tool.run(["report", "--site", "site", "--store", "s.db"], in: folder.url)
    #expect(report.status == 0, "\(report.errors)")
    let paths = FileManager.default.subpaths(atPath: folder.path("site")) ?? []
    let devices = /(con|prn|aux|nul|com[0-9]|lpt[0-9])(\.html)?/
    let parts = paths.flatMap { $0.split(separator: "/") }
    #expect(paths.count > 10 && !parts.contains { $0.wholeMatch(of: devices) != nil }, "\(paths)")
    #expect(Set(paths.map { $0.lowercased() }).count == paths.count)
    #expect(!parts.contains { $0.hasSuffix(".") || $0.hasSuffix(" ") })
  }
}

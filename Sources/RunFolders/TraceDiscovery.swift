// RunFolders finds runs and suites on disk, and reads `suite.json` and `run.json`. It combines the files of a run
// folder into one recording. Errors in descriptions have a line and a column, and unknown keys are errors, because they
// are usually misspelled.

public import Decoding
internal import Recordings
internal import System
internal import Units

/// Finds runs and suites on disk, without reading the traces.
///
///     let plan = try TraceDiscovery.plan(["runs/"])
///     for run in plan.runs { let reading = try TraceReader.read(run) }
public enum TraceDiscovery {
  /// Finds the runs and suites at some paths and in the folders below them, without reading the traces.
  ///
  /// A folder with `suite.json` is a suite: its folders are stages, and their folders and files are runs. A folder with
  /// `run.json` is a run. In any other folder, each file up to 32 folders deep is a separate run without suite and
  /// stage, named by its path. A path may also lead to a part of a suite. Hidden files, pictures, pages and links to
  /// folders are skipped.
  ///
  /// - Parameter paths: files, folders, patterns such as `runs/*.csv`, or `-` for standard input.
  /// - Returns: runs in the order of the paths, then of the stages of a suite, otherwise in natural order.
  /// - Throws: if a path does not exist, a folder contains no run, or a `suite.json` is invalid.
  public static func plan(_ paths: [String]) throws(TraceError) -> TracePlan {
    var walk = Walk()
    for path in paths { try walk.visit(path) }
    return walk.plan
  }
}

private struct Walk {
  var plan = TracePlan()

  /// The maximum depth of nested folders in which runs are searched.
  private static let deepest = 32

  mutating func visit(_ path: String) throws(TraceError) {
    guard path != "-" else { return addNamed(path, name: "standard input") }
    switch Platform.kind(of: path) {
    case .nothing:
      let matches = Platform.paths(matching: path)
      guard !matches.isEmpty else { throw .notFound(path: path) }
      // A pattern names no pipe.
      for match in matches where Platform.kind(of: match) != .special { try visit(match) }
    case .file where isDescription(lastPart(of: path)): try visitFolder(folder(of: path))
    case .file, .special: addNamed(path, name: stem(of: lastPart(of: path)))
    case .folder:
      let before = (runs: plan.runs.count, skipped: plan.skipped.count)
      try visitFolder(path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path)
      if plan.runs.count == before.runs {
        throw plan.skipped.dropFirst(before.skipped).first ?? .noTraces(path: path)
      }
    }
  }

  private mutating func addNamed(_ path: String, name: String) {
    plan.runs.append(
      PlannedRun(suite: nil, stage: nil, name: harmless(name), place: .file(path), isNamed: true))
  }

  /// Adds a folder that the user named: a suite, a part of one, a run, or any other folder.
  private mutating func visitFolder(_ path: String) throws(TraceError) {
    let (parent, grandparent) = ("\(path)/..", "\(path)/../..")
    if isThere("\(path)/suite.json") {
      try addSuite(path)
    } else if isThere("\(parent)/suite.json") {
      let suite = try describeSuite(parent)
      addStage(path, named: Platform.resolvedName(of: path), of: suite)
    } else if isThere("\(path)/run.json") || isThere("\(grandparent)/suite.json") {
      let suite = isThere("\(grandparent)/suite.json") ? try describeSuite(grandparent) : nil
      let stage = suite.map { _ in Platform.resolvedName(of: parent) }
      addRunFolder(path, name: Platform.resolvedName(of: path), suite: suite, stage: stage)
    } else {
      try walk(path, name: "", depth: 0)
    }
  }

  // MARK: - Suites

  private mutating func describeSuite(_ path: String) throws(TraceError) -> SuiteDescription {
    let file = "\(path)/suite.json"
    let suite = try DescriptionFile.suite(at: file)
    if !plan.suites.contains(where: { $0.id == suite.id }) {
      plan.suites.append(suite)
      plan.suiteFiles[suite.id] = file
    }
    return suite
  }

  private mutating func addSuite(_ path: String) throws(TraceError) {
    let suite = try describeSuite(path)
    let folders = entries(of: path).filter { isFolder("\(path)/\($0)") }
    let listed = suite.stages.map(\.id)
    for stage in listed {
      for folder in folders where harmless(folder) == stage {
        addStage("\(path)/\(folder)", named: stage, of: suite)
      }
    }
    for folder in folders where !listed.contains(harmless(folder)) {
      plan.skipped.append(
        .description(
          path: "\(path)/suite.json", at: nil,
          .unknownStage(path: "\(path)/\(folder)", stage: harmless(folder), known: listed)))
    }
  }

  private mutating func addStage(_ path: String, named stage: String, of suite: SuiteDescription) {
    for name in entries(of: path) {
      let entry = "\(path)/\(name)"
      if isFolder(entry) {
        addRunFolder(entry, name: name, suite: suite, stage: stage)
      } else if Platform.kind(of: entry) != .folder {
        addFound(entry, name: stem(of: name), suite: suite, stage: stage)
      }
    }
  }

  /// Whether a path is a folder, and not a link to one, which is not followed.
  private func isFolder(_ path: String) -> Bool {
    Platform.kind(of: path) == .folder && !Platform.isLink(path)
  }

  private mutating func addRunFolder(
    _ path: String, name: String, suite: SuiteDescription?, stage: String?
  ) {
    plan.runs.append(
      PlannedRun(
        suite: suite?.id, stage: stage.map { harmless($0) }, name: harmless(name),
        place: .folder(path), isNamed: false,
        measures: suite?.measures ?? []))
  }

  private mutating func addFound(
    _ path: String, name: String, suite: SuiteDescription?, stage: String?
  ) {
    guard Platform.kind(of: path) != .special else {
      plan.skipped.append(TraceError(.isSpecial, path: path))
      return
    }
    plan.runs.append(
      PlannedRun(
        suite: suite?.id, stage: stage.map { harmless($0) }, name: harmless(name),
        place: .file(path), isNamed: false,
        measures: suite?.measures ?? []))
  }

  // MARK: - Any folder

  private mutating func walk(_ path: String, name: String, depth: Int) throws(TraceError) {
    for entry in entries(of: path) {
      let (inner, innerName) = ("\(path)/\(entry)", name.isEmpty ? entry : "\(name)/\(entry)")
      guard Platform.kind(of: inner) == .folder else {
        addFound(inner, name: stem(of: innerName), suite: nil, stage: nil)
        continue
      }
      if Platform.isLink(inner) || depth == Self.deepest { continue }
      if isThere("\(inner)/suite.json") {
        try addSuite(inner)
      } else if isThere("\(inner)/run.json") {
        addRunFolder(inner, name: innerName, suite: nil, stage: nil)
      } else {
        try walk(inner, name: innerName, depth: depth + 1)
      }
    }
  }

  /// The names in a folder that could be traces, in natural order; empty if the folder cannot be listed, which is
  /// recorded.
  private mutating func entries(of path: String) -> [String] {
    do {
      let entries = try traceEntries(of: path)
      plan.skipped += entries.skipped
      return entries.names
    } catch {
      plan.skipped.append(error)
      return []
    }
  }
}

/// The names in a folder that could be traces or folders with traces, in natural order, and those that cannot be read.
func traceEntries(
  of path: String
) throws(TraceError) -> (names: [String], skipped: [TraceError]) {
  let others = ["md", "png", "jpg", "jpeg", "gif", "svg", "webp", "pdf", "html"]
  let isCandidate = { (name: String) in
    let type = name.split(separator: ".").last.map { $0.lowercased() } ?? ""
    return !name.hasPrefix(".") && !isDescription(name) && !others.contains(type)
  }
  do throws(FileFault) {
    let listing = try Platform.list(path)
    let skipped = listing.unusable.filter(isCandidate).map {
      TraceError.unreadable(path: "\(path)/\($0)", reason: "its name is not UTF-8; rename it")
    }
    return (listing.names.filter(isCandidate).naturallySorted(), skipped)
  } catch {
    throw TraceError(error, path: path)
  }
}

private func isDescription(_ name: String) -> Bool { name == "suite.json" || name == "run.json" }

private func isThere(_ path: String) -> Bool {
  [.file, .special].contains(Platform.kind(of: path))
}

func folder(of path: String) -> String {
  guard let slash = path.lastIndex(of: "/") else { return "." }
  return slash == path.startIndex ? "/" : String(path[..<slash])
}

private func lastPart(of path: String) -> String {
  path.split(separator: "/").last.map(String.init) ?? path
}

/// The name of a file without the extensions of traces, such as `.csv.gz`.
private func stem(of name: String) -> String {
  var rest = name[...]
  for type in [".gz", ".zst", ".csv", ".json", ".jsonl", ".txt", ".log", ".hml", ".xml"]
  where rest.count > type.count {
    if rest.lowercased().hasSuffix(type) { rest = rest.dropLast(type.count) }
  }
  return String(rest)
}

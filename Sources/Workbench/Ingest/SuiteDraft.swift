internal import Analysis
internal import Decoding
internal import Documents
internal import Recordings
internal import Reports
internal import RunFolders
internal import System
package import Units

/// A draft of `suite.json` for a folder of recorded runs, with a comment on each setting.
///
///     let draft = try SuiteDraft(of: "bench/app", title: nil)
///     try draft.write()
///
/// The folders in it become the stages, in natural order, a folder such as `before` first. The tables have the key figures of the first run.
package struct SuiteDraft {
  /// The path of the `suite.json` to write.
  package let path: String
  /// The id that the drafted suite will have: the name of its folder.
  package let id: String
  /// The ids of the stages in the drafted suite, which are the names of the folders with runs.
  package let stages: [String]
  /// The ids of the metrics that become rows of the drafted suite's tables.
  package let metrics: [String]
  private let folder: String
  private let title: String

  /// The rows that a suite may get, as far as its first run has a value.
  private static let candidates = [
    "fps.avg", OwnMeasure.sampledFrameRate, "fps.low1.average", "fps.stability", "frametime.p50",
    "frametime.p95",
    "frametime.p99", "hitch.ratio", "cpu.avg", "gpu.avg", "memory.avg",
  ]

  /// Drafts a `suite.json` for a folder of recorded runs; reads one trace to choose the metrics.
  ///
  /// - Parameter title: the suite's title; by default the name of the folder.
  /// - Throws: `Fault` if the folder or its parent has a `suite.json`, or no folder in it has traces; `TraceError` if the
  ///   folder or its first trace cannot be read.
  package init(of folder: String, title: String?) throws {
    let folder = folder.count > 1 && folder.hasSuffix("/") ? String(folder.dropLast()) : folder
    self.folder = folder
    path = "\(folder)/suite.json"
    guard !Platform.exists(path) else { throw SuiteDraft.Fault.exists(path: path) }
    let outer = "\(folder)/../suite.json"
    guard Platform.kind(of: outer) == .nothing else {
      throw SuiteDraft.Fault.withinSuite(path: outer)
    }
    let names: [String]
    do throws(FileFault) {
      names = try Platform.list(folder).names
    } catch {
      throw TraceError(error, path: folder)
    }
    let plans = names.naturallySorted().compactMap { name -> (name: String, plan: TracePlan)? in
      let stage = "\(folder)/\(name)"
      guard !name.hasPrefix("."), name == name.harmless, Platform.kind(of: stage) == .folder,
        let plan = try? TraceDiscovery.plan([stage])
      else { return nil }
      return (name, plan)
    }
    let folders = plans.map(\.name)
    stages = folders.filter(Self.isEarlier) + folders.filter { !Self.isEarlier($0) }
    guard let first = plans.first?.plan else { throw SuiteDraft.Fault.noStages(folder: folder) }
    metrics = try Self.metrics(of: first)
    id = Platform.resolvedName(of: folder).harmless
    self.title = title ?? id
  }

  /// Whether a stage is what others are compared with, by its name.
  private static func isEarlier(_ stage: String) -> Bool {
    let names = ["before", "baseline", "base", "reference", "control", "old", "main", "master"]
    return names.contains(stage.lowercased())
  }

  /// The candidates of which the first run has a value.
  private static func metrics(of plan: TracePlan) throws -> [String] {
    guard let planned = plan.runs.first else { return [] }
    let analysis = TraceAnalysis(
      plan: plan, format: nil, stream: nil, settings: ParameterSettings())
    let run = try analysis.firstSummary(of: planned)
    return candidates.filter { run?[$0]?.value.value != nil }
  }

  /// Writes the drafted `suite.json`.
  package func write() throws {
    try OutputFile.write(text, to: "suite.json", below: folder)
  }

  /// The text of the drafted `suite.json`.
  package var text: String {
    let rows = metrics.map(Self.quoted).joined(separator: ", ")
    let (worst, best) = extremes
    let end = stages.last { $0 != best } ?? stages[stages.count - 1]
    return """
      {
        "title": \(Self.quoted(title)),
        "about": "",  // what was measured, and how: it appears at the top of the report

        // The display's refresh rate decides which frames are late. Remove the slashes if the traces do not contain it.
        // "parameters": {"refresh_rate_hz": 60},

        // The rows of the tables. "hitchmark metrics" lists all metrics. Without this line, the tables have the default rows.
        \(metrics.isEmpty ? "// " : "")"metrics": [\(rows)],

        // The report places each stage between the worst and the best case, and compares the end result with both.
        \(isKnown ? "" : "// ")"worst": \(Self.quoted(worst)), "best": \(Self.quoted(best)), "end_result": \(Self.quoted(end)),

        // The smallest relevant change of a metric, if the default is too small or too large.
        // "thresholds": {"noise_floors": {"fps.avg": "2%"}},

        // The stages in the order of the report. "id" is the name of a folder, "baseline" the stage to compare with: the
        // worst case for the first change, then the change before; nothing for the best case.
        "stages": [
      \(stageLines)
        ]
      }

      """
  }

  /// Whether the names of the stages tell the worst and the best case.
  private var isKnown: Bool { named("worst") != nil && named("best") != nil }

  /// The worst and the best case by their names, or else the first and the last stage.
  private var extremes: (worst: String, best: String) {
    (named("worst") ?? stages[0], named("best") ?? stages[stages.count - 1])
  }

  private func named(_ word: String) -> String? {
    stages.first { $0.lowercased().split { !$0.isLetter }.contains { $0 == word } }
  }

  /// The stage to compare each stage with: the one before it, from the worst case on; none for the best case.
  private func baseline(of stage: String) -> String? {
    let best = named("best")
    let worst = named("worst")
    guard stage != best, stage != worst else { return nil }
    let chain = [worst].compactMap(\.self) + stages.filter { $0 != best && $0 != worst }
    return chain.firstIndex(of: stage).flatMap { $0 > 0 ? chain[$0 - 1] : nil }
  }

  private var stageLines: String {
    stages.indices.map { index in
      let baseline = baseline(of: stages[index]).map { ", \"baseline\": \(Self.quoted($0))" } ?? ""
      let id = Self.quoted(stages[index])
      return "    {\"id\": \(id), \"title\": \(id)\(baseline)}"
    }.joined(separator: ",\n")
  }

  private static func quoted(_ text: String) -> String {
    JSONValue.string(text).text(.compact)
  }
}

extension SuiteDraft {
  /// Why no `suite.json` can be drafted for a folder.
  package enum Fault {
    package static func exists(path: String) -> Complaint {
      Complaint(
        at: path, "this file exists already",
        remedy: "edit the existing file, or remove it and repeat the command")
    }

    /// The folder is in the folder of this suite, so it can only be one of its stages.
    package static func withinSuite(path: String) -> Complaint {
      Complaint(
        at: path,
        "the folder given to init is within the folder of the suite that this file describes",
        remedy: "add the stage to this file")
    }

    package static func noStages(folder: String) -> Complaint {
      Complaint(
        at: folder, "no folder within this folder has traces",
        remedy: "move the traces of each stage into a folder of its own, as in stage/run/trace.csv")
    }

    /// The name of the folder would be read as something else in a workflow.
    package static func unsafeName(folder: String) -> Complaint {
      Complaint(
        at: folder, "the folder's path has a line break, another control character or “${{”",
        wanted: "GitHub would read such a path as a part of the workflow",
        remedy: "rename the folder")
    }

    /// The folder is not in a work tree of Git, where a workflow would be.
    package static func noWorkTree(folder: String) -> Complaint {
      Complaint(
        at: folder, "the folder is not in a work tree of Git",
        wanted: "a GitHub workflow must be in the folder .github/workflows of a Git work tree",
        remedy: "leave --workflow out, or run \u{201C}git init\u{201D} first")
    }
  }
}

/// A draft of a GitHub workflow that runs a benchmark and checks the newest commit for regressions.
///
///     try WorkflowDraft(for: "bench/app").write()
package struct WorkflowDraft {
  /// The path of the new file of the GitHub workflow, in the Git work tree that contains the suite's folder.
  package let path: String
  private let root: String
  private static let name = ".github/workflows/hitchmark.yml"
  /// The folder of the suite, relative to the work tree.
  private let suite: String

  /// Plans a GitHub workflow that measures the suite in a folder.
  ///
  /// - Throws: `Fault` if the folder is in no work tree of Git, its name cannot stand in
  ///   a workflow, or the file exists.
  package init(for suite: String) throws {
    guard let resolved = Platform.realPath(suite), let tree = WorkTree(containing: suite) else {
      throw SuiteDraft.Fault.noWorkTree(folder: suite)
    }
    self.suite = resolved == tree.root ? "." : String(resolved.dropFirst(tree.root.count + 1))
    // GitHub evaluates expressions in texts, and a line break ends a comment.
    guard self.suite == self.suite.harmless, !self.suite.contains("${{") else {
      throw SuiteDraft.Fault.unsafeName(folder: resolved)
    }
    root = tree.root
    path = "\(root)/\(Self.name)"
    guard !Platform.exists(path) else { throw SuiteDraft.Fault.exists(path: path) }
  }

  /// Writes the file of the GitHub workflow, and creates its folders.
  package func write() throws {
    try OutputFile.write(text, to: Self.name, below: root)
  }

  package var text: String {
    """
    # Measures each push and pull request, comments on the result and fails on a proved regression.
    name: performance
    on: [push, pull_request]
    permissions: {contents: read, pull-requests: write}
    jobs:
      performance:
        runs-on: ubuntu-latest
        steps:
          - {uses: actions/checkout@v4, with: {fetch-depth: 0}}
          # Your benchmark: it must write its traces to \(quoted("\(suite)/STAGE/RUN/")).
          - run: bench/run
          # OWNER is the owner of your copy of Hitchmark.
          - uses: OWNER/hitchmark@main
            with: {suite: \(quoted(suite))}

    """
  }

  private func quoted(_ text: String) -> String {
    "'\(text.replacing("'", with: "''"))'"
  }
}

import Foundation
import TestSupport
import Testing

/// Reads the pages about CI as a CI server would: the files to check in, and the shell steps of the workflows.
struct CIDocument {
  /// A shell step, or the script of a job.
  struct Step: Equatable {
    let job: String
    let name: String
    let script: String
  }

  let text: String

  init(pages: [String] = ["ci", "ci-history", "ci-workflows"]) throws {
    text = try pages.map {
      try String(
        contentsOf: SharedMaterial.project.appending(path: "docs/\($0).md"), encoding: .utf8)
    }.joined()
  }

  /// The contents of the fenced blocks with an attribute such as `file=bench/run`, each with the attribute's value.
  func blocks(_ attribute: String) -> [(value: String, text: String)] {
    var blocks: [(value: String, text: String)] = []
    var lines: [Substring]?
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line == "```", let found = lines {
        blocks[blocks.count - 1].text = found.joined(separator: "\n") + "\n"
        lines = nil
      } else if lines != nil {
        lines?.append(line)
      } else if line.hasPrefix("```"), let mark = line.firstRange(of: " \(attribute)=") {
        blocks.append((String(line[mark.upperBound...]), ""))
        lines = []
      }
    }
    return blocks
  }

  func block(_ attribute: String, _ value: String) throws -> String {
    try #require(blocks(attribute).first { $0.value == value }?.text, "\(attribute)=\(value)")
  }

  /// The shell steps of the long workflow of GitHub Actions, in order.
  func githubSteps() throws -> [Step] {
    steps(ofActions: try block("workflow", "github"))
  }

  /// The shell steps of `action.yml`, in order.
  func actionSteps() throws -> [Step] {
    let file = SharedMaterial.project.appending(path: "action.yml")
    return steps(ofActions: try String(contentsOf: file, encoding: .utf8))
  }

  private func steps(ofActions yaml: String) -> [Step] {
    var steps: [Step] = []
    var (job, name) = ("", "")
    let lines = yaml.components(separatedBy: "\n")
    for (index, line) in lines.enumerated() {
      if let match = line.wholeMatch(of: #/  (\w+):/#) { job = String(match.1) }
      if let match = line.wholeMatch(of: #/      - name: (.*)/#) { name = String(match.1) }
      if let match = line.wholeMatch(of: #/        run: (.*)/#) {
        steps.append(Step(job: job, name: name, script: script(match.1, below: index, of: lines)))
      }
    }
    return steps
  }

  /// The scripts of the jobs of GitLab CI.
  ///
  /// The lines of each script are joined, because one shell runs them.
  func gitlabJobs() throws -> [Step] {
    var steps: [Step] = []
    let lines = try block("workflow", "gitlab").components(separatedBy: "\n")
    for (index, line) in lines.enumerated() {
      if let match = line.wholeMatch(of: /(\w+):/) {
        steps.append(Step(job: String(match.1), name: "script", script: ""))
      }
      if let match = line.wholeMatch(of: #/    - ([^i].*|i[^f].*|\|)/#), let last = steps.popLast()
      {
        let more = script(match.1, below: index, of: lines)
        steps.append(Step(job: last.job, name: last.name, script: last.script + more))
      }
    }
    return steps.filter { !$0.script.isEmpty }
  }

  /// The value after a key, or the block below it.
  private func script(_ value: Substring, below index: Int, of lines: [String]) -> String {
    guard value == "|" else { return value + "\n" }
    let key = lines[index].prefix { $0 == " " }.count
    let block = lines[(index + 1)...].prefix { line in
      line.allSatisfy { $0 == " " } || line.prefix { $0 == " " }.count > key
    }
    let indent = block.map { $0.prefix { $0 == " " }.count }.first ?? 0
    return block.map { $0.dropFirst(indent) + "\n" }.joined()
  }
}

/// A repository with the files of the page, in which tests run the workflows.
final class CIRepository {
  let repository: GitRepository
  let document: CIDocument
  /// The folder of the stand-ins for `gh` and `curl`, which log their arguments there.
  let tools = TemporaryFolder()
  private var pipeline = 0

  init() throws {
    document = try CIDocument()
    repository = try GitRepository()
    for (file, text) in document.blocks("file") { try repository.folder.file(file, text: text) }
    for script in ["bench/run", "bench/record"] {
      try FileManager.default.setAttributes(
        [.posixPermissions: 0o755], ofItemAtPath: repository.folder.path(script))
    }
    try FileManager.default.createSymbolicLink(
      atPath: tools.path("hitchmark"), withDestinationPath: Tool.path)
    for name in ["gh", "curl"] {
      try tools.file(name, text: Self.standIn)
      try FileManager.default.setAttributes(
        [.posixPermissions: 0o755], ofItemAtPath: tools.path(name))
    }
    try commit("Set up", frameTime: 10)
  }

  /// Logs its arguments.
  ///
  /// If it is called to list comments, it prints the answer that the test prepared.
  private static let standIn = """
    #!/bin/sh
    printf '%s\\n' "$(basename "$0") $*" >> "$TOOLS/asked"
    case "$*" in
      *--method*|*--request*) grep -q 'hitchmark-check' report/check.md || exit 1 ;;
      *) cat "$TOOLS/answer" ;;
    esac
    """

  /// Commits a program whose frames take `frameTime`.
  func commit(_ subject: String, frameTime: Double) throws {
    try repository.folder.file("app/frame-time", text: "\(frameTime)\n")
    try repository.git("add", "--all", ".")
    try repository.git("commit", "--quiet", "--allow-empty", "--message", subject)
  }

  /// Runs the steps of a job up to the first failure, and returns the last outcome.
  func run(
    _ steps: [CIDocument.Step], session: String, _ environment: [String: String] = [:]
  ) throws -> Tool.Outcome {
    var outcome = try Tool.shell("true")
    for step in steps {
      let script = """
        export PATH="$TOOLS:$PATH"
        \(step.script)
        """
      outcome = try Tool.shell(
        script, in: repository.folder.url,
        environment: environment.merging([
          "SESSION": session, "TOOLS": tools.url.path, "GITHUB_OUTPUT": tools.path("output"),
          "GITHUB_STEP_SUMMARY": tools.path("summary"),
        ]) { $1 })
      if outcome.status != 0 { return outcome }
    }
    return outcome
  }

  func text(_ path: String) throws -> String {
    try String(contentsOf: URL(filePath: path), encoding: .utf8)
  }

  /// The calls of the stand-ins since the last time.
  func asked() throws -> [String] {
    let lines = try text(tools.path("asked")).split(separator: "\n").map(String.init)
    try FileManager.default.removeItem(atPath: tools.path("asked"))
    return lines
  }
}

import Foundation
import TestSupport
import Testing

/// Runs the shell steps of the pages about CI and of `action.yml` in a repository that the pages set up.
@Suite("The pages about CI")
struct CIDocumentTests {
  @Test("the workflow of GitHub Actions passes, suspects, confirms, comments and accepts")
  func github() throws {
    let ci = try CIRepository()
    let steps = try ci.document.githubSteps()
    #expect(
      steps.map(\.job) == [
        "measure", "measure", "measure", "confirm", "confirm", "confirm", "comment",
      ])
    let (measure, confirm) = (
      steps.filter { $0.job == "measure" }, steps.filter { $0.job == "confirm" }
    )
    for number in 1...12 {
      if number > 1 { try ci.commit("Commit \(number)", frameTime: 10) }
      let outcome = try ci.run(measure, session: "\(number)-1-measure")
      #expect(outcome.status == 0, "\(outcome.output)\(outcome.errors)")
      #expect(outcome.output.contains("Passed. "), "\(outcome.output)")
    }
    #expect(try ci.text(ci.tools.path("output")).hasSuffix("status=0\n"))
    try ci.repository.git("checkout", "--quiet", "-b", "fonts")
    try ci.commit("Use new fonts", frameTime: 10.15)
    // GitHub tests a merge commit whose first parent is the base.
    try ci.repository.git("checkout", "--quiet", "--detach", "main")
    try ci.repository.git("merge", "--quiet", "--no-ff", "--no-edit", "fonts")
    let request = ["GITHUB_BASE_REF": "main", "GITHUB_REPOSITORY": "o/r", "PULL_REQUEST": "7"]
    let suspect = try ci.run(measure, session: "13-1-measure", request)
    #expect(
      suspect.status == 0 && suspect.output.contains("Undecided: "),
      "\(suspect.output)\(suspect.errors)")
    #expect(suspect.output.contains("\n::error title=hitchmark%3A suspect::"), "\(suspect.output)")
    #expect(try ci.text(ci.tools.path("output")).hasSuffix("status=3\n"))
    let wanted = try JSON(text: try ci.text(ci.repository.folder.path("report/confirm.json")))
    #expect(wanted["measurements"]?.items.count == 1)
    try comments(ci, steps, request)
    let failed = try ci.run(confirm, session: "13-1-confirm", request)
    #expect(
      failed.status == 1 && failed.output.contains("Failed: 1 open"),
      "\(failed.output)\(failed.errors)")
    try accept(ci, confirm, request)
    #expect(
      try ci.text(ci.tools.path("summary")).components(separatedBy: "<!-- hitchmark").count > 13)
  }

  @Test("the steps of action.yml pass, comment on a suspect commit, and fail on a regression")
  func action() throws {
    let ci = try CIRepository()
    let steps = try ci.document.actionSteps()
    #expect(
      steps.map(\.name) == ["Install", "Measure", "Ingest", "Check", "Comment", "Result"])
    let measure = [steps[0]] + steps[2...3]
    let bench = CIDocument.Step(job: "", name: "", script: "bench/run\n")
    let inputs = ["SUITE": "bench/app", "FAIL_ON": "suspect"]
    for number in 1...12 {
      if number > 1 { try ci.commit("Commit \(number)", frameTime: 10) }
      let outcome = try ci.run([bench] + measure, session: "\(number)", inputs)
      #expect(outcome.status == 0, "\(outcome.output)\(outcome.errors)")
    }
    try ci.commit("Use new fonts", frameTime: 10.15)
    for (session, status) in [("13-1", "3"), ("13-2", "1")] {
      let outcome = try ci.run([bench] + measure, session: session, inputs)
      #expect(outcome.status == 0, "\(outcome.output)\(outcome.errors)")
      #expect(try ci.text(ci.tools.path("output")).hasSuffix("status=\(status)\n"))
      let result = try ci.run([steps[5]], session: "", ["CHECKED": status])
      #expect("\(result.status)" == status)
    }
    try comments(ci, steps, ["GITHUB_REPOSITORY": "o/r", "PULL_REQUEST": "7"])
  }

  @Test("the command for pull requests finds a slower one, and a device farm's runs decide as well")
  func pullRequest() throws {
    let ci = try CIRepository()
    try ci.repository.folder.file("Makefile", text: "all:\n")
    try ci.commit("Add a build", frameTime: 10)
    try ci.repository.git("update-ref", "refs/remotes/origin/main", "HEAD")
    try ci.commit("Draw shadows", frameTime: 11)
    let command = CIDocument.Step(
      job: "", name: "", script: try ci.document.block("step", "pull-request"))
    let failed = try ci.run([command], session: "1")
    #expect(failed.status == 1, "\(failed.errors)")
    let found = try ci.text(ci.repository.folder.path("report/check.txt"))
    #expect(found.hasPrefix("✗ Failed: list is "), "\(found)")
    let farm = CIDocument.Step(job: "", name: "", script: try ci.document.block("step", "farm"))
    try ci.repository.git("clean", "-q", "-d", "-x", "--force")
    let record = """
      for side in base head; do
        git checkout -q "$([ $side = base ] && echo HEAD^ || echo main)"
        for run in 1 2 3 4 5; do
          mkdir -p farm/$side/$run
          HITCHMARK_RUN=$run HITCHMARK_OUT=farm/$side/$run bench/record
        done
      done

      """
    let outcome = try ci.run(
      [CIDocument.Step(job: "", name: "", script: record), farm], session: "1",
      ["BASE": "HEAD^", "HEAD": "HEAD", "JOB": "7"])
    #expect(outcome.status == 1, "\(outcome.errors)")
    let farmed = try ci.text(ci.repository.folder.path("report/check.txt"))
    #expect(farmed.hasPrefix("✗ Failed"), "\(farmed)")
  }

  @Test(
    "the short workflows pass only inputs that action.yml declares",
    .enabled(if: Self.hasYAML, "PyYAML is not installed"), arguments: ["short", "history"])
  func short(workflow: String) throws {
    let used = try parsed(
      CIDocument().block("workflow", workflow),
      "[sorted(step['with']) for step in file['jobs']['performance']['steps'] "
        + "if 'hitchmark' in step.get('uses', '')][0]")
    let action = try String(
      contentsOf: SharedMaterial.project.appending(path: "action.yml"), encoding: .utf8)
    let declared = try parsed(action, "sorted(file['inputs'])")
    #expect(!used.items.isEmpty && used.items.allSatisfy(declared.items.contains), "\(used)")
  }

  /// Checks that the first comment is posted and later comments replace it.
  private func comments(
    _ ci: CIRepository, _ steps: [CIDocument.Step], _ request: [String: String]
  ) throws {
    let comment = steps.filter { $0.job == "comment" || $0.name == "Comment" }
    for (answer, asked) in [
      ("", "gh api --method POST repos/o/r/issues/7/comments -F body=@report/check.md"),
      ("123\n", "gh api --method PATCH repos/o/r/issues/comments/123 -F body=@report/check.md"),
    ] {
      try ci.tools.file("answer", text: answer)
      let outcome = try ci.run(comment, session: "", request)
      #expect(outcome.status == 0, "\(outcome.errors)")
      let words = try ci.asked()
      #expect(words.count == 2 && words[1] == asked, "\(words)")
      // Anyone can write a comment that begins with the marker.
      #expect(words[0].contains(#".user.login == "github-actions[bot]" and "#), "\(words)")
    }
  }

  @Test("action.yml installs the package of its own tag, and only with the right checksum")
  func install() throws {
    let install = try #require(CIDocument().actionSteps().first { $0.name == "Install" })
    let folder = TemporaryFolder()
    try folder.file("home/x", text: "")
    try folder.file("hitchmark-1/bin/hitchmark", text: "#!/bin/sh\necho installed\n")
    try folder.file(
      "tools/gh",
      text: """
        #!/bin/bash
        echo "gh $*" >> "$TOOLS/log"
        while [ $# -gt 1 ]; do [ "$1" != --dir ] || dir=$2; shift; done
        cp "$TOOLS"/release/* "$dir"
        """)
    let variables = [
      "HOME": folder.path("home"), "TOOLS": folder.path("tools"), "TAG": "v1.2",
      "REPOSITORY": "o/r",
      "GITHUB_PATH": folder.path("path"), "ACTION": folder.path("none"),
      "PATH": "\(folder.path("tools")):/usr/bin:/bin",
    ]
    let step = "chmod +x tools/gh; set -e -o pipefail; \(install.script)"
    let pack = """
      mkdir -p tools/release; tar -czf tools/release/hitchmark-1-linux-$(uname -m).tar.gz hitchmark-1
      (cd tools/release && sha256sum -- *.tar.gz > SHA256SUMS)
      """
    let right = try Tool.shell("\(pack)\n\(step)", in: folder.url, environment: variables)
    #expect(right.status == 0, "\(right.errors)")
    #expect(FileManager.default.fileExists(atPath: folder.path("home/.local/bin/hitchmark")))
    let log = try String(contentsOfFile: folder.path("tools/log"), encoding: .utf8)
    #expect(log.hasPrefix("gh release download v1.2 --repo o/r "), "\(log)")
    let forged = try Tool.shell(
      "rm -rf home/.local; echo x >> tools/release/hitchmark-1-linux-$(uname -m).tar.gz\n\(step)",
      in: folder.url, environment: variables)
    #expect(forged.status != 0, "\(forged.output)")
    #expect(!FileManager.default.fileExists(atPath: folder.path("home/.local/bin/hitchmark")))
  }

  /// Accepts the finding of the report as the page describes, and checks that the same steps pass.
  private func accept(
    _ ci: CIRepository, _ confirm: [CIDocument.Step], _ request: [String: String]
  ) throws {
    let report = try JSON(text: try ci.text(ci.repository.folder.path("report/check.json")))
    let id = try #require(report["findings"]?.items.first?["id"]?.text)
    let step = CIDocument.Step(
      job: "", name: "", script: try ci.document.block("step", "accept"))
    let accepted = try ci.run([step], session: "", ["FINDING": id])
    #expect(accepted.status == 0, "\(accepted.errors)")
    #expect(
      try ci.text(ci.repository.folder.path("bench/app/accepted.txt"))
        .contains("until=2027-06-30 level=10.1"))
    let passed = try ci.run(Array(confirm.suffix(1)), session: "", request)
    #expect(passed.status == 0 && passed.output.contains("accepted"), "\(passed.output)")
  }

  @Test("the workflow of GitLab CI passes, suspects, confirms and comments")
  func gitlab() throws {
    let ci = try CIRepository()
    let jobs = try ci.document.gitlabJobs()
    #expect(jobs.map(\.job) == ["measure", "confirm", "comment"])
    for number in 1...12 {
      if number > 1 { try ci.commit("Commit \(number)", frameTime: 10) }
      for job in jobs.prefix(2) {
        let outcome = try ci.run([job], session: "\(number)-\(job.job)")
        #expect(outcome.status == 0, "\(outcome.output)\(outcome.errors)")
      }
      #expect(try ci.text(ci.repository.folder.path("report/check.txt")).contains("Passed. "))
    }
    let base = try ci.repository.git("rev-parse", "HEAD")
    try ci.repository.git("checkout", "--quiet", "-b", "fonts")
    try ci.commit("Use new fonts", frameTime: 10.15)
    let request = [
      "CI_MERGE_REQUEST_DIFF_BASE_SHA": base, "CI_MERGE_REQUEST_IID": "7", "CI_PROJECT_ID": "5",
      "CI_API_V4_URL": "https://host/api/v4", "GITLAB_TOKEN": "t",
    ]
    let suspect = try ci.run([jobs[0]], session: "13-measure", request)
    #expect(suspect.status == 0 && suspect.output.contains("Undecided: "), "\(suspect.output)")
    let failed = try ci.run([jobs[1]], session: "13-confirm", request)
    #expect(failed.status == 1 && failed.output.contains("Failed: 1 open"), "\(failed.output)")
    let notes = "https://host/api/v4/projects/5/merge_requests/7/notes"
    for (answer, request, end) in [
      ("[]", "POST", notes),
      (
        #"[{"id": 1, "body": "x"}, {"id": 9, "body": "<!-- hitchmark-check -->"}]"#, "PUT",
        "\(notes)/9"
      ),
    ] {
      try ci.tools.file("answer", text: answer)
      let outcome = try ci.run(
        [jobs[2]], session: "",
        [
          "CI_MERGE_REQUEST_IID": "7", "CI_PROJECT_ID": "5", "GITLAB_TOKEN": "t",
          "CI_API_V4_URL": "https://host/api/v4",
        ])
      #expect(outcome.status == 0, "\(outcome.errors)")
      let words = try ci.asked()
      #expect(words.count == 2 && words[1].contains("--request \(request)"), "\(words)")
      #expect(words[1].hasSuffix("--data-urlencode body@report/check.md \(end)"), "\(words)")
    }
  }

  @Test("the ratchet of the page prints lines that fit into suite.json")
  func ratchet() throws {
    let ci = try CIRepository()
    for number in 1...10 {
      if number > 1 { try ci.commit("Commit \(number)", frameTime: 10) }
      let measure = try ci.document.githubSteps().filter { $0.job == "measure" }
      #expect(try ci.run(measure, session: "\(number)").status == 0)
    }
    let step = CIDocument.Step(
      job: "", name: "", script: try ci.document.block("step", "ratchet") + "\n")
    let outcome = try ci.run([step], session: "")
    let line = try #require(outcome.output.firstMatch(of: /{"metric": "frametime.p95".*},/))
    var suite = try ci.document.block("file", "bench/app/suite.json")
    suite = suite.replacing(
      #"      {"metric": "frametime.p95", "limit": "<= 20 ms"},"#, with: "      \(line.0)")
    #expect(suite.contains(#""limit": "<= 10."#), "\(suite)")
    try ci.repository.folder.file("bench/app/suite.json", text: suite)
    #expect(try ci.run([step], session: "").status == 0)
  }

  @Test(
    "the workflows are valid YAML, and contain the steps that the tests run",
    .enabled(if: Self.hasYAML, "PyYAML is not installed"))
  func yaml() throws {
    let document = try CIDocument()
    let github = try parsed(
      document.block("workflow", "github"),
      "[[job, step['name'], step['run']] for job, jobs in file['jobs'].items() "
        + "for step in jobs['steps'] if 'run' in step]")
    #expect(
      github.items.map(\.items)
        == (try document.githubSteps()).map { step in
          [step.job, step.name, step.script].map { .string($0) }
        }.map { items in items.map(Self.withoutEnd) }, "\(github)")
    let gitlab = try parsed(
      document.block("workflow", "gitlab"),
      "[[job, ''.join(line if line.endswith('\\n') else line + '\\n' for line in value['script'])] "
        + "for job, value in file.items() if 'script' in value]")
    #expect(
      gitlab.items.map(\.items)
        == (try document.gitlabJobs()).map { [.string($0.job), .string($0.script)] }, "\(gitlab)")
  }

  /// A plain scalar has no line break at its end, a block has one.
  private static func withoutEnd(_ item: JSON) -> JSON {
    guard case .string(let text) = item, text.count(where: { $0 == "\n" }) == 1 else { return item }
    return .string(String(text.dropLast()))
  }

  private func parsed(_ yaml: String, _ expression: String) throws -> JSON {
    let folder = TemporaryFolder()
    try folder.file("file.yml", text: yaml)
    let outcome = try Tool.shell(
      """
      python3 -c "import json, sys, yaml
      file = yaml.safe_load(open('file.yml'))
      json.dump(\(expression.replacing("\\", with: "\\\\")), sys.stdout)"
      """, in: folder.url)
    try #require(outcome.status == 0, "\(outcome.errors)")
    return try JSON(text: outcome.output)
  }

  private static let hasYAML =
    (try? Tool.shell("python3 -c 'import yaml'", in: TemporaryFolder().url).status) == 0
}

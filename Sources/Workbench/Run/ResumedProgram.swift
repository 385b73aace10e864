internal import Recordings

/// The programs that a stored plan runs: its benchmark command and its build command.
///
/// A plan is a file in the suite's folder, so a repository may contain one. Only the command line and `suite.json` may
/// therefore name a program; the plan must agree.
struct ResumedProgram {
  /// The benchmark command of the command line; empty for that of the suite.
  let command: [String]
  let build: String?

  /// Checks that this is what the command line, or else the suite, asks for.
  ///
  /// - Parameters:
  ///   - asked: what the command line has.
  ///   - stages: the stages that the plan measures.
  ///   - path: the file of the plan.
  func check(
    asked: ResumedProgram, stages: [String], of suite: SuiteDescription, path: String
  ) throws(Failure) {
    let own = stages.map { id in
      let stage = suite.stages.first { $0.id == id }?.measuring ?? .init()
      return stage.fillingIn(suite.measuring).command
    }
    let isSame =
      command == asked.command || asked.command.isEmpty && own.allSatisfy { $0 == command }
    guard isSame else {
      throw .experiment(
        .otherProgram(
          option: "COMMAND", stored: command.words, asked: asked.command.words, path: path))
    }
    guard build == asked.build else {
      throw .experiment(
        .otherProgram(option: "--build", stored: build, asked: asked.build, path: path))
    }
  }
}

extension [String] {
  /// The words of a command for messages; `nil` if there are none.
  fileprivate var words: String? { isEmpty ? nil : joined(separator: " ") }
}

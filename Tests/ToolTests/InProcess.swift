import Synchronization
import TestSupport
import Workbench

@testable import hitchmark

/// Runs a command line in this process, with a console that collects both streams.
///
///     let outcome = InProcess.run(["analyze", path, "--format", "json"])
///
/// For tests that do not depend on the process itself. Paths are relative to the folder of the project.
enum InProcess {
  /// Collects text from any thread.
  private final class Collector: Sendable {
    private let text = Mutex("")

    func add(_ more: String) { text.withLock { $0 += more } }

    var all: String { text.withLock { $0 } }
  }

  static func run(_ words: [String]) -> Tool.Outcome {
    let (output, errors) = (Collector(), Collector())
    let code = Hitchmark.run(words) { _ in
      Console(
        write: { (text: String) throws in output.add(text) },
        say: { errors.add($0 + "\n") }, width: Console.defaultWidth,
        isTerminal: false, isColored: false, showsProgress: false)
    }
    return Tool.Outcome(status: code.rawValue, output: output.all, errors: errors.all)
  }
}

internal import Arguments
internal import ContextServer
internal import System
internal import Workbench

enum MCPCommand {
  private static let folders = Positional(
    repeating: "FOLDER", .path,
    help: "the folders below which the server may read",
    details: "Relative paths of requests start at the first of them.")

  static let command: Command<Action> = Command(
    "mcp",
    abstract: "Let assistants ask about captures, over the Model Context Protocol.",
    discussion: """
      The server speaks the Model Context Protocol over standard input and output; an assistant starts it. \
      Its tools are analyze, compare, why, trend, check, report, metrics, formats and query. The server reads only \
      below the given folders, wherever links lead, writes nothing and uses no network. The page docs/mcp.md \
      has the configuration of assistants.
      """,
    parameters: [folders],
    examples: [
      Example(
        "hitchmark mcp ~/captures", "answer questions about the captures and stores in a folder")
    ],
    action: Action(run: run))

  private static func run(
    _ values: ParsedValues, _ console: Console
  ) throws -> ExitCode {
    var folders: [String] = []
    for path in values[Self.folders] {
      guard Platform.kind(of: path) == .folder, let folder = Platform.realPath(path),
        !folder.contains("\n")
      else { throw Failure.notAFolder(path: path) }
      folders.append(folder)
    }
    // Before the folder changes, because the path of the program may be relative.
    let program = Platform.program
    Platform.enter(folders[0])
    var server = ContextServer(folders: folders, program: [program])
    Interruption.caught {
      server.run { (try? console.write($0)) != nil }
    }
    return .fine
  }
}

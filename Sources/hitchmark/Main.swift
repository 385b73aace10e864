internal import System
internal import Workbench

/// The entry point of the process: runs the command line and ends with its exit code.
@main
enum Main {
  static func main() {
    Platform.holdClosedStreams()
    Platform.outliveFileSizeLimits()
    Platform.reportShortenedFiles()
    SuddenEnd.prepare()
    Platform.checkFileLimit()
    Platform.useLargeStacks()
    Platform.adoptOrphans()
    let code = Hitchmark.run(Platform.arguments) { .standard(color: $0) }
    Platform.exit(with: code.rawValue)
  }
}

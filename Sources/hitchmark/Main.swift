internal import Workbench

/// The process: arguments in, exit code out.
@main
enum Main {
  static func main() {
    Platform.holdClosedStreams()
    Platform.outliveFileSizeLimits()
    let code = Hitchmark.run(Platform.arguments) { .standard(color: $0) }
    Platform.exit(with: code.rawValue)
  }
}

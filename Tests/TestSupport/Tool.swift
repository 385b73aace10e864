public import Foundation

/// Runs the real binary that was built beside the tests.
public enum Tool {
  /// What a run of the binary left.
  public struct Outcome: Sendable {
    /// The exit code; 128 and the signal's number when one ended it.
    public let status: Int32
    /// What it wrote on standard output.
    public let output: String
    /// What it wrote on standard error.
    public let errors: String

    /// Creates an outcome.
    public init(status: Int32, output: String, errors: String) {
      self.status = status
      self.output = output
      self.errors = errors
    }
  }

  /// The binary: `$HITCHMARK_TOOL`, or the one in the folder of the test bundle.
  public static let path: String = {
    if let path = ProcessInfo.processInfo.environment["HITCHMARK_TOOL"] { return path }
    let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }?.bundleURL
    let own = bundle ?? URL(filePath: CommandLine.arguments[0]).resolvingSymlinksInPath()
    return own.deletingLastPathComponent().appending(path: "hitchmark").path
  }()

  /// Runs the binary to its end.
  ///
  /// Its streams are files, so that a long output cannot block it.
  ///
  /// - Parameters:
  ///   - arguments: what follows the name on the command line.
  ///   - input: bytes on standard input; none when `nil`.
  ///   - folder: the working folder; the project's when `nil`.
  ///   - environment: what is added to this process' environment.
  /// - Returns: exit code and streams.
  /// - Throws: when the binary cannot be started.
  public static func run(
    _ arguments: [String],
    input: Data? = nil,
    in folder: URL? = nil,
    environment: [String: String] = [:]
  ) throws -> Outcome {
    try Running(path, arguments, input: input, in: folder, environment: environment).finish()
  }

  /// Starts the binary, and does not wait for it.
  ///
  /// - Parameters:
  ///   - arguments: what follows the name on the command line.
  ///   - folder: the working folder; the project's when `nil`.
  /// - Returns: the process.
  /// - Throws: when the binary cannot be started.
  public static func start(_ arguments: [String], in folder: URL? = nil) throws -> Running {
    try Running(path, arguments, input: nil, in: folder, environment: [:])
  }

  /// The beginning of a shell script that limits the tool to 400 MB of addresses: enough for its work, and not for the
  /// text of a bomb.
  ///
  /// Without a limit under AddressSanitizer, which reserves terabytes of addresses.
  public static let littleMemory = #"[ -n "$ASAN_OPTIONS" ] || ulimit -v 400000 2>/dev/null; "#

  /// Runs a shell script, for what only a shell does: pipes, closed streams, limits.
  ///
  /// - Parameters:
  ///   - script: calls the binary as `"$HITCHMARK"`.
  ///   - folder: the working folder; the project's when `nil`.
  ///   - environment: what is added to this process' environment.
  /// - Returns: the script's exit code and streams.
  /// - Throws: when there is no shell.
  public static func shell(
    _ script: String, in folder: URL? = nil, environment: [String: String] = [:]
  ) throws -> Outcome {
    try Running(
      "/bin/bash", ["-c", script], input: nil, in: folder,
      environment: environment.merging(["HITCHMARK": path]) { $1 }
    ).finish()
  }
}

/// A process that was started.
public struct Running {
  private let process = Process()
  private let streams = TemporaryFolder()

  fileprivate init(
    _ executable: String, _ arguments: [String], input: Data?, in folder: URL?,
    environment: [String: String]
  ) throws {
    process.executableURL = URL(filePath: executable)
    process.arguments = arguments
    process.currentDirectoryURL = folder ?? SharedMaterial.project
    let plain = [
      "NO_COLOR": "1", "COLUMNS": "80", "HITCHMARK_STORE": "",
      "XDG_CONFIG_HOME": streams.path("no configuration"),
    ]
    process.environment = ProcessInfo.processInfo.environment
      .merging(plain) { $1 }
      .merging(environment) { $1 }
    process.standardOutput = try FileHandle(forWritingTo: try streams.emptyFile("output"))
    process.standardError = try FileHandle(forWritingTo: try streams.emptyFile("errors"))
    let given = try streams.file("input", contents: input ?? Data())
    process.standardInput = try FileHandle(forReadingFrom: given)
    try process.run()
  }

  /// Ends the process at once, wherever it is; nothing happens when it has ended.
  public func kill() {
    if process.isRunning { _ = Foundation.kill(process.processIdentifier, SIGKILL) }
  }

  /// Sends SIGINT, as Ctrl-C does.
  public func interrupt() { process.interrupt() }

  /// What it wrote on standard output so far.
  public var output: String { (try? text("output")) ?? "" }

  /// Waits for the end.
  ///
  /// - Returns: exit code and streams.
  /// - Throws: when the streams cannot be read.
  public func finish() throws -> Tool.Outcome {
    process.waitUntilExit()
    let signal: Int32 = process.terminationReason == .uncaughtSignal ? 128 : 0
    return Tool.Outcome(
      status: process.terminationStatus + signal,
      output: try text("output"), errors: try text("errors"))
  }

  private func text(_ stream: String) throws -> String {
    String(decoding: try Data(contentsOf: streams.url.appending(path: stream)), as: UTF8.self)
  }
}

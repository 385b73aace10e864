public import Foundation

/// Runs the binary that was built with the tests.
public enum Tool {
  /// The result of running the binary.
  public struct Outcome: Sendable {
    /// The exit code; 128 plus the signal's number if a signal ended the process.
    public let status: Int32
    /// The text of standard output.
    public let output: String
    /// The text of standard error.
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

  /// Runs the binary and waits for its end.
  ///
  /// Standard output and standard error are files, so that a long output cannot block the process.
  ///
  /// - Parameters:
  ///   - arguments: the arguments after the tool's name.
  ///   - input: the bytes of standard input; empty if `nil`.
  ///   - folder: the working directory; the project's folder if `nil`.
  ///   - environment: variables to add to the environment of this process.
  /// - Throws: if the binary cannot be started.
  public static func run(
    _ arguments: [String],
    input: Data? = nil,
    in folder: URL? = nil,
    environment: [String: String] = [:]
  ) throws -> Outcome {
    try Running(path, arguments, input: input, in: folder, environment: environment).finish()
  }

  /// Starts the binary without waiting for its end.
  ///
  /// - Parameters:
  ///   - arguments: the arguments after the tool's name.
  ///   - folder: the working directory; the project's folder if `nil`.
  /// - Throws: if the binary cannot be started.
  public static func start(_ arguments: [String], in folder: URL? = nil) throws -> Running {
    try Running(path, arguments, input: nil, in: folder, environment: [:])
  }

  /// The start of a shell script that limits the tool's address space to 400 MB.
  ///
  /// This is enough for normal work, but not for the expanded text of a bomb. There is no limit under AddressSanitizer,
  /// which reserves terabytes of address space.
  public static let littleMemory = #"[ -n "$ASAN_OPTIONS" ] || ulimit -v 400000 2>/dev/null; "#

  /// Runs a shell script, for what requires a shell: pipes, closed streams, limits.
  ///
  /// - Parameters:
  ///   - script: the script, which calls the binary as `"$HITCHMARK"`.
  ///   - folder: the working directory; the project's folder if `nil`.
  ///   - environment: variables to add to the environment of this process.
  /// - Returns: the script's exit code and streams.
  public static func shell(
    _ script: String, in folder: URL? = nil, environment: [String: String] = [:]
  ) throws -> Outcome {
    try Running(
      shellCommand[0], shellCommand.dropFirst() + ["-c", script], input: nil, in: folder,
      environment: environment.merging(["HITCHMARK": path]) { $1 }
    ).finish()
  }

  /// Starts bash with the usual handling of closed pipes.
  ///
  /// While a test of this process uses libcurl, libcurl ignores SIGPIPE in the whole process. A program that is started
  /// meanwhile would inherit that, and print an error where SIGPIPE ends it otherwise. Only `env` of GNU can reset it.
  private static var shellCommand: [String] {
    #if os(Linux)
      ["/usr/bin/env", "--default-signal=PIPE", "/bin/bash"]
    #else
      ["/bin/bash"]
    #endif
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

  /// Kills the process with SIGKILL; does nothing if it has ended.
  public func kill() {
    if process.isRunning { _ = Foundation.kill(process.processIdentifier, SIGKILL) }
  }

  /// Sends SIGINT, as Ctrl-C does.
  public func interrupt() { process.interrupt() }

  /// The text of standard output so far.
  public var output: String { (try? text("output")) ?? "" }

  /// Waits for the end of the process.
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

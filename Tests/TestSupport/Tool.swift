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
  /// Both streams are read while it runs, so that a long output cannot block it.
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
    let process = Process()
    process.executableURL = URL(filePath: path)
    process.arguments = arguments
    process.currentDirectoryURL = folder ?? SharedMaterial.project
    let plain = ["NO_COLOR": "1", "COLUMNS": "80", "HITCHMARK_STORE": ""]
    process.environment = ProcessInfo.processInfo.environment
      .merging(plain) { $1 }
      .merging(environment) { $1 }
    return try finish(process, input: input)
  }

  private static func finish(_ process: Process, input: Data?) throws -> Outcome {
    let streams = TemporaryFolder()
    let output = try streams.emptyFile("output")
    let errors = try streams.emptyFile("errors")
    let given = try streams.file("input", contents: input ?? Data())
    process.standardOutput = try FileHandle(forWritingTo: output)
    process.standardError = try FileHandle(forWritingTo: errors)
    process.standardInput = try FileHandle(forReadingFrom: given)
    try process.run()
    process.waitUntilExit()
    let signal: Int32 = process.terminationReason == .uncaughtSignal ? 128 : 0
    return Outcome(
      status: process.terminationStatus + signal,
      output: String(decoding: try Data(contentsOf: output), as: UTF8.self),
      errors: String(decoding: try Data(contentsOf: errors), as: UTF8.self))
  }
}

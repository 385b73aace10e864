internal import System

/// Why a run of the benchmark command produced no values.
package enum RunFault: Sendable {
  /// The program could not be started.
  case notStarted(program: String, reason: String)
  /// The program exited with another code than 0.
  case exited(Int32)
  case signaled(Int32)
  /// The program took longer than its timeout, in seconds, and was ended.
  case timedOut(Double)
  /// Its standard output could not be written to the run's folder.
  case notWritten(reason: String)
  /// It left no file from which a metric can be computed.
  case noTrace
  /// What it left cannot be read.
  case unreadable(any Error)
  case noValue(metric: String, reason: String)
  /// The program that runs before each run failed.
  indirect case before(RunFault)
}

/// A program that is run once, with all the processes that it starts.
struct CommandRun {
  let words: [String]
  let environment: [String: String]
  /// How long it may take, in seconds.
  let timeout: Double
  /// Where standard output goes, if it is wanted.
  var outputPath: String?
  /// The folder that the program starts in; `nil` for that of this process.
  var folder: String?
  var isSampled = false

  /// What became of the program.
  struct Result {
    /// Why the run counts as failed; `nil` if the program exited with 0, or the user interrupted it.
    var fault: RunFault?
    /// The last part of both output streams of the program.
    var tail = OutputTail()
    /// Wall-clock seconds.
    var duration = 0.0
    /// How many of these seconds the machine slept.
    var slept = 0.0
    /// CPU seconds of the program and of the children that it waited for.
    var cpuTime = 0.0
    var sampler: ProcessSampler?
    /// How many processes outlived the program and left its group; they were killed.
    var killed = 0
    /// Whether processes of its group outlived the program; they were ended.
    var hadSurvivors = false
  }

  /// How long processes may take to end after SIGTERM, in milliseconds.
  private static let patience = 2000

  /// The program with the change of folder, for which the C libraries have no common function.
  private var startingWords: [String] {
    folder.map { ["sh", "-c", #"cd "$0" && exec "$@""#, $0] + words } ?? words
  }

  /// Runs the program to its end, its timeout, or an interruption.
  ///
  /// No process of it is left behind.
  func run() -> Result {
    var result = Result()
    let start = ContinuousClock.now
    // This clock stops while the machine sleeps.
    let awake = SuspendingClock.now
    let others = Platform.descendants
    let child: ChildProcess
    do throws(ChildProcess.StartFault) {
      child = try ChildProcess(startingWords, environment: environment)
    } catch {
      result.fault = .notStarted(program: words[0], reason: error.reason)
      return result
    }
    if isSampled { result.sampler = ProcessSampler(root: child.id) }
    var nextSample = start
    while child.ending == nil, !Interruption.isRequested, result.fault == nil {
      if ContinuousClock.now >= nextSample {
        result.sampler?.sample()
        nextSample += .seconds(ProcessSampler.interval)
      }
      if SuspendingClock.now - awake > .seconds(timeout) { result.fault = .timedOut(timeout) }
      child.read(within: 50) { take($0, $1, &result) }
    }
    result.duration = (ContinuousClock.now - start) / .seconds(1)
    result.slept = result.duration - (SuspendingClock.now - awake) / .seconds(1)
    let hadEnded = child.ending != nil
    result.hadSurvivors =
      child.endGroup(patience: Self.patience) { take($0, $1, &result) } && hadEnded
    child.readRest { take($0, $1, &result) }
    result.killed = Platform.killDescendants(except: others)
    result.cpuTime = child.cpuTime
    if result.fault == nil, hadEnded { result.fault = child.ending?.fault }
    return result
  }

  private func take(
    _ bytes: ArraySlice<UInt8>, _ stream: ChildProcess.Stream, _ result: inout Result
  ) {
    result.tail.add(bytes)
    guard stream == .output, let outputPath, result.fault == nil else { return }
    if let reason = Platform.append(bytes, to: outputPath) {
      result.fault = .notWritten(reason: reason)
    }
  }
}

extension ChildProcess.Ending {
  fileprivate var fault: RunFault? {
    switch self {
    case .exited(0): nil
    case .exited(let code): .exited(code)
    case .signaled(let signal): .signaled(signal)
    }
  }
}

/// The last bytes of an output of any length.
struct OutputTail {
  private static let limit = 1 << 12
  private var bytes: [UInt8] = []

  mutating func add(_ more: ArraySlice<UInt8>) {
    bytes += more.suffix(Self.limit)
    if bytes.count > 2 * Self.limit { bytes.removeFirst(bytes.count - Self.limit) }
  }

  var kept: ArraySlice<UInt8> { bytes.suffix(Self.limit) }

  var text: String { String(decoding: kept, as: UTF8.self) }

  /// The last lines that are not empty, without the end of long ones.
  func lastLines(_ count: Int) -> [String] {
    text.split(whereSeparator: \.isNewline).suffix(count).map { String($0.prefix(120)) }
  }
}

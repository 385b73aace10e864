// FrameRecorder records the frames of an app as Hitchmark's own files. This part is portable: the caller reports the
// frames. On Apple's systems, `DisplayLinkRecorder` does.

import Dispatch
import Foundation

/// Records the frames of this app into a run's folder: `frames.csv`, `resources.csv`, `markers.csv` and `run.json`.
///
///     let recorder = try FrameRecorder(folder: folder, labels: ["build": "release"])
///     recorder.start()
///     recorder.frame(at: time)                 // for each frame, in nanoseconds
///     recorder.measure("open menu") { … }      // a marker
///     try recorder.stop()
///
/// Use the recorder on one thread. It writes rows on its own queue every ten seconds, so a crash loses at most the last
/// ten seconds. Memory is bounded: if the disk is too slow, the oldest frames are discarded, and a label in `run.json`
/// contains their number.
public final class FrameRecorder {
  private let writer: RunWriter
  private let clock: () -> Int64
  private let threads: (any ThreadTimes)?
  private let memory: () -> Int64?
  private var labels: [String: String]

  private var frames: RingBuffer<Int64>
  private var markers = RingBuffer<RunWriter.Marker>(capacity: 10_000)
  private var samples = RingBuffer<RunWriter.Sample>(capacity: 3600)
  private var shares = ThreadShares()
  private var lastSample = Int64.min / 2
  private var lastWrite: Int64 = 0
  /// When the current interval with frames began; `nil` while the recorder is stopped or paused.
  private var activeSince: Int64?

  private let queue = DispatchQueue(label: "FrameRecorder", qos: .utility)
  private let output = Output()

  private static let sampleInterval: Int64 = 1_000_000_000
  private static let writeInterval: Int64 = 10_000_000_000

  /// Creates a recorder and the run's folder.
  ///
  /// - Parameters:
  ///   - folder: the folder of the files; it must not contain a recording.
  ///   - labels: texts for `run.json`.
  ///   - capacity: the largest number of frames in memory.
  ///   - threads: the source of CPU times; `nil` to sample no threads.
  ///   - memory: the memory of this process in bytes; `nil` if it is unknown.
  ///   - clock: the clock of the frames, in nanoseconds.
  /// - Throws: if the folder cannot be created, or contains a recording.
  public init(
    folder: URL, labels: [String: String] = [:], capacity: Int = 3600,
    threads: (any ThreadTimes)? = nil, memory: @escaping () -> Int64? = { nil },
    clock: @escaping () -> Int64 = { Int64(DispatchTime.now().uptimeNanoseconds) }
  ) throws {
    writer = try RunWriter(folder: folder)
    frames = RingBuffer(capacity: capacity)
    (self.labels, self.threads, self.memory, self.clock) = (labels, threads, memory, clock)
    try writer.describe(date: Date(), os: Self.os, labels: labels)
  }

  // MARK: - Recording

  /// Starts to record, or continues after `pause`.
  public func start() {
    guard activeSince == nil else { return }
    let now = clock()
    (activeSince, lastWrite) = (now, now)
  }

  /// Pauses the recording, and waits until everything is written, because the system may end an app in the background.
  public func pause() {
    endActivity()
    flush()
  }

  /// Records a frame; ignored while the recorder is stopped or paused.
  ///
  /// - Parameter time: when the frame was displayed, in nanoseconds.
  public func frame(at time: Int64) {
    guard activeSince != nil else { return }
    frames.append(time)
    if time - lastSample >= Self.sampleInterval { sample(at: time) }
    if time - lastWrite >= Self.writeInterval || frames.count >= frames.capacity / 2 { write() }
  }

  /// Starts a marker, and returns the function that ends it.
  public func mark(_ name: String) -> () -> Void {
    let start = clock()
    return { [self] in
      markers.append(.init(name: name, start: start, end: clock(), isActivity: false))
    }
  }

  /// Records a marker around some work.
  public func measure<Result>(_ name: String, _ work: () throws -> Result) rethrows -> Result {
    let end = mark(name)
    defer { end() }
    return try work()
  }

  /// Stops, writes the rest, and waits until all files are complete.
  ///
  /// - Throws: the first error of writing.
  public func stop() throws {
    endActivity()
    flush()
    let discarded = frames.discarded
    if discarded > 0 { labels["discarded from frames.csv"] = "\(discarded) oldest rows" }
    try output.check()
    try writer.describe(date: Date(), os: Self.os, labels: labels)
  }

  // MARK: - Writing

  /// Whether the queue is busy with a part.
  var isWriting: Bool { output.isBusy }

  /// Writes on the queue, if it is not busy with an earlier part.
  private func write() {
    guard output.begin() else { return }
    lastWrite = clock()
    let (frames, markers, samples) = (frames.takeAll(), markers.takeAll(), samples.all)
    queue.async { [writer, output] in
      output.end {
        try writer.append(frames: frames)
        try writer.append(markers)
        try writer.write(samples)
      }
    }
  }

  /// Writes the recorded rows, after earlier parts.
  private func flush() {
    queue.sync {}
    write()
    queue.sync {}
  }

  private func endActivity() {
    guard let start = activeSince else { return }
    markers.append(.init(name: "active", start: start, end: clock(), isActivity: true))
    activeSince = nil
  }

  private func sample(at time: Int64) {
    lastSample = time
    let used = threads?.cpuTimes() ?? [:]
    let percentages = shares.percentages(of: used, at: time)
    let memory = memory()
    guard memory != nil || !percentages.isEmpty else { return }
    samples.append(.init(time: time, memory: memory, threads: percentages))
  }

  private static var os: String { ProcessInfo.processInfo.operatingSystemVersionString }

  /// Whether a part is being written, and the first error.
  private final class Output: @unchecked Sendable {
    private let lock = NSLock()
    private var isReserved = false
    private var failure: (any Error)?

    var isBusy: Bool { lock.withLock { isReserved } }

    /// Reserves the queue; `false` if it is busy with an earlier part.
    func begin() -> Bool {
      lock.withLock {
        defer { isReserved = true }
        return !isReserved
      }
    }

    func end(_ write: () throws -> Void) {
      var error: (any Error)?
      do { try write() } catch let problem { error = problem }
      lock.withLock {
        isReserved = false
        failure = failure ?? error
      }
    }

    func check() throws {
      if let failure = lock.withLock({ failure }) { throw failure }
    }
  }
}

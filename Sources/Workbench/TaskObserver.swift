/// Receives the progress of a long-running task, such as an ingest, and its warnings about problems that do not stop
/// it.
///
///     let observer = TaskObserver(progress: { _ in }, notice: { print($0) })
///     try ingest.run(format: nil, jobs: 4, observer: observer)
package struct TaskObserver: Sendable {
  /// A function that a long-running task calls once per step, such as a file or a run, and with `.finished` at the end.
  ///
  /// Some tasks call it before the step, others after it. A task that fails may omit `.finished`.
  package let progress: @Sendable (Progress) -> Void
  /// A function that a long-running task calls with each warning about a problem that does not stop the task.
  package let notice: @Sendable (Notice) -> Void

  package init(
    progress: @escaping @Sendable (Progress) -> Void, notice: @escaping @Sendable (Notice) -> Void
  ) {
    self.progress = progress
    self.notice = notice
  }
}

/// A step of a long-running task, such as reading a file.
///
/// Files and runs are numbered from 1.
package enum Progress: Sendable {
  case readingRun(Int, of: Int)
  case readingHistory(Int, of: Int)
  case computingRun(Int, of: Int)
  case writingRun(Int, of: Int)
  case verifyingRun(Int, of: Int)
  case calibrating(percent: Int)
  /// So many runs were added for good, whatever ends the task.
  case addedRuns(Int)
  /// So many runs of a store were copied, or did not need to be, for good.
  case mergedRuns(Int, of: Int, from: String)
  /// So many pages of a website were written for good.
  case wrotePages(Int)
  case finished
}

/// A warning for the user about a problem, such as an unreadable file, that does not stop a long-running task.
package enum Notice: Sendable {
  /// A file was refused; the task continues with the next one.
  case refused(any Error)
  /// Git could not be run, so the store does not know the commits of some runs.
  case commitsUnknown(GitFault, runs: Int)
  /// A page that the site no longer has was changed since it was written, and was therefore not removed.
  case pageLeft(path: String)
}

package import Analysis
package import Recordings

/// Why `hitchmark check` failed, or why a limit, a noise floor or an acceptance is invalid, also for other commands.
package enum CheckFailure: Error {
  /// A limit or noise floor is invalid; with the nearest existing metric or stage, and its place in a file, if they are
  /// known.
  case limit(LimitProblem, nearest: String?, file: String?, place: TextPlace?)
  /// A line of an acceptance file is invalid.
  case acceptance(AcceptanceProblem, file: String)
  /// The named acceptance file does not exist.
  case noAcceptanceFile(String)
  /// The check has no such finding to accept.
  case unknownFinding(String, known: [String])
  /// The finding has nothing to accept: it is accepted already, or nothing is worse.
  case nothingToAccept(String, isAccepted: Bool)
  /// An acceptance lacks a reason.
  case noReason
  /// An option of acceptances was given without `--accept`.
  case nothingToGiveItTo(String)
  /// The trip-wire is not a percentage above 0.
  case badTripWire(String)
  /// The last day is not a date.
  case badDay(String)
  /// A word is not a pair of sides.
  case noPair(String)
  /// The environment variable with the file for the summary is not set.
  case noSummary
  /// The suite of the file has no runs in the store.
  case noRunsOfSuite(String, file: String, known: [String])
}

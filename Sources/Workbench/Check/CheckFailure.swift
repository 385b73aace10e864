package import Analysis
package import Recordings

/// Why a check could not run.
package enum CheckFailure: Error {
  /// A limit or noise floor that makes no sense; the nearest metric or stage that there is, if one is
  /// near, and where it stands, where a file is known.
  case limit(LimitProblem, nearest: String?, file: String?, place: TextPlace?)
  /// A line of an acceptance file that cannot be understood.
  case acceptance(AcceptanceProblem, file: String)
  /// The acceptance file that was named is not there.
  case noAcceptanceFile(String)
  /// What is to be accepted is no finding of this check.
  case unknownFinding(String, known: [String])
  /// Nothing of a finding can be accepted: it is already, or nothing is worse.
  case nothingToAccept(String, isAccepted: Bool)
  /// Something is to be accepted without a reason.
  case noReason
  /// An option that says more of what is to be accepted, and nothing is.
  case nothingToGiveItTo(String)
  /// A share of the trip-wire that is no percentage above 0.
  case badTripWire(String)
  /// A last day that is none.
  case badDay(String)
  /// A word that is no pair of sides.
  case noPair(String)
  /// The environment names no file for the summary.
  case noSummary
  /// The suite of the file has no run in the store.
  case noRunsOfSuite(String, file: String, known: [String])
}

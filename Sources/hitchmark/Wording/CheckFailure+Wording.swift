internal import Analysis
internal import Arguments
internal import Recordings
internal import Units
internal import Workbench

extension CheckFailure {
  var complaint: Complaint {
    switch self {
    case .limit(let problem, let nearest, let file, let place):
      problem.fault.complaint(at: problem.origin.place(in: file), nearest: nearest)
        .placed(at: place)
    case .acceptance(let problem, let file):
      problem.fault.complaint(at: file).placed(at: problem.place)
    case .noAcceptanceFile(let file):
      Complaint(
        at: file, "the file does not exist",
        remedy: "leave out --accepted, or create the file with --accept FINDING")
    case .unknownFinding(let id, let known):
      Complaint(
        at: "--accept", "the check has no finding with the id “\(id)”",
        wanted: known.isEmpty
          ? "the check has no finding that could be accepted" : "expected one of \(list(known))")
    case .nothingToAccept(let id, true):
      Complaint(at: "--accept", "the finding “\(id)” is already accepted")
    case .nothingToAccept(let id, false):
      Complaint(
        at: "--accept", "the finding “\(id)” is not a regression",
        wanted:
          "expected a finding with the state open, partly fixed, suspect, inconclusive or environment"
      )
    case .noReason:
      Complaint(
        at: "--accept", "the reason is missing", remedy: "pass --reason TEXT")
    case .nothingToGiveItTo(let option):
      Complaint(
        at: option, "the option describes an accepted finding, and none is named",
        remedy: "pass --accept FINDING too")
    case .badDay(let text):
      Complaint(
        at: "--until", "“\(text)” is not a date",
        wanted: "expected a date such as 2026-12-31, or never")
    case .badTripWire(let text):
      Complaint(
        at: "--trip-wire", "“\(text)” is not a percentage",
        wanted: "expected a percentage above 0, such as 25%",
        remedy: "pass --no-trip-wire if the runs of a single session must never prove a regression")
    case .noPair(let text):
      Complaint(
        at: "--compare", "“\(text)” does not name two sides to compare",
        wanted: "expected two stages or commits with “..” between them, such as stage-1..stage-2")
    case .noSummary:
      Complaint(
        at: "--step-summary", "the environment variable GITHUB_STEP_SUMMARY is not set",
        remedy: "outside of GitHub Actions, name a file with --summary")
    case .noRunsOfSuite(let suite, let file, let known):
      Complaint(
        at: file, "the store has no runs of suite “\(suite)”",
        wanted: known.isEmpty
          ? "the store has no suites" : "the suites in the store are \(list(known))",
        remedy: "ingest the suite's folder first")
    }
  }
}

extension LimitProblem.Origin {
  /// The subject of a message: the option, the key in the file, or the suite in the store.
  fileprivate func place(in file: String?) -> String {
    switch self {
    case .option: "--limit"
    case .noiseFloor: "--noise-floor"
    case .suite(let suite, let key): file ?? "suite “\(suite)”: \(key)"
    }
  }
}

extension LimitFault {
  fileprivate func complaint(at place: String, nearest: String?) -> Complaint {
    let guess = nearest.map { "did you mean “\($0)”" }
    return switch self {
    case .noDirection(let text):
      Complaint(
        at: place, "“\(text)” is not a limit of a metric",
        wanted: "expected <= or >= and a value, such as <= 16.7 ms")
    case .badValue(let metric, let error): error.complaint(at: place, of: metric)
    case .badFloor(let metric, let error):
      error.complaint(at: place, of: metric, besides: ["%"])
    case .noFloor(let metric, let text):
      Complaint(
        at: place, "“\(text)” is not a valid noise floor for \(metric)",
        wanted: "expected a noise floor of 0 or more")
    case .unknownMetric(let metric):
      Complaint(
        at: place, "Hitchmark has no metric “\(metric)”", wanted: guess,
        remedy: "“hitchmark metrics” lists the metrics")
    case .unknownStage(let stage, let known):
      Complaint(
        at: place, "the suite has no stage “\(stage)”",
        wanted: guess ?? "the stages of the suite are \(list(known))")
    case .second(let metric):
      Complaint(
        at: place, "\(metric) has two upper limits or two lower limits for the same stage",
        remedy: "remove one of the two limits of this metric")
    case .contradiction(let metric, let atMost, let atLeast):
      Complaint(
        at: place, "no value of \(metric) can meet both limits, \(atMost) and \(atLeast)")
    }
  }
}

extension AcceptanceFault {
  fileprivate func complaint(at path: String) -> Complaint {
    switch self {
    case .noKey(let word):
      Complaint(
        at: path, "“\(word)” does not have the form KEY=VALUE",
        wanted: "expected one of the keys commit, until, level and reason, then “=” and a value",
        remedy: "write a space within a value as “\\ ”")
    case .unknownKey(let key, let known):
      Complaint(
        at: path, "unknown key “\(key)”",
        wanted: key.nearest(among: known).map { "did you mean “\($0)”" }
          ?? "expected one of \(list(known))")
    case .repeatedKey(let key):
      Complaint(
        at: path, "the key “\(key)” appears twice in this line", remedy: "write this key only once")
    case .missingKey(let key):
      Complaint(
        at: path, "the key “\(key)” is missing or empty",
        remedy: "add \(key)=VALUE; “check --accept” writes such lines")
    case .badDay(let text):
      Complaint(
        at: path, "“\(text)” is not a date", wanted: "expected a date such as 2026-12-31, or never")
    case .badLevel(let metric, let error): error.complaint(at: path, of: metric)
    }
  }
}

extension QuantityTextError {
  fileprivate func complaint(
    at place: String, of metric: String, besides units: [String] = []
  ) -> Complaint {
    switch self {
    case .noNumber(let text):
      Complaint(
        at: place, "“\(text)” is not a valid value of \(metric)",
        wanted: "expected a number and a unit")
    case .noUnit(let text, let wanted):
      Complaint(
        at: place, "“\(text)” has no unit, and values of \(metric) need a unit",
        wanted: "expected one of the units \(list(units + wanted))")
    case .otherUnit(let unit, let wanted):
      Complaint(
        at: place, "the unit “\(unit)” does not fit values of \(metric)",
        wanted: wanted.isEmpty
          ? "expected a number without a unit"
          : "expected one of the units \(list(units + wanted))")
    }
  }
}

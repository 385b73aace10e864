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
        at: file, "no such file", wanted: "wanted the known regressions that --accepted names",
        remedy: "leave it out, or let --accept FINDING make it")
    case .unknownFinding(let id, let known):
      Complaint(
        at: "--accept", "there is no finding “\(id)”",
        wanted: known.isEmpty ? "there is nothing to accept" : "wanted one of \(list(known))")
    case .nothingToAccept(let id, true):
      Complaint(at: "--accept", "the finding “\(id)” is accepted already")
    case .nothingToAccept(let id, false):
      Complaint(
        at: "--accept", "the finding “\(id)” is nothing worse that could be accepted",
        wanted:
          "expected one that is open, partly fixed, suspect, inconclusive or since another environment"
      )
    case .noReason:
      Complaint(
        at: "--accept", "nothing says why it is accepted", wanted: "wanted --reason TEXT")
    case .nothingToGiveItTo(let option):
      Complaint(
        at: option, "nothing is to be accepted that it could be said of",
        wanted: "wanted --accept FINDING")
    case .badDay(let text):
      Complaint(
        at: "--until", "“\(text)” is no day", wanted: "wanted one such as 2026-12-31, or never")
    case .badTripWire(let text):
      Complaint(
        at: "--trip-wire", "“\(text)” is no share of a level",
        wanted: "expected a percentage above 0, such as 25%", remedy: "--no-trip-wire turns it off")
    case .noPair(let text):
      Complaint(
        at: "--compare", "“\(text)” is no pair", wanted: "wanted two sides such as 5..6.1")
    case .noSummary:
      Complaint(
        at: "--step-summary", "GITHUB_STEP_SUMMARY names no file",
        wanted: "wanted a step of GitHub Actions", remedy: "name a file with --summary")
    case .noRunsOfSuite(let suite, let file, let known):
      Complaint(
        at: file, "the store has no run of the suite “\(suite)”",
        wanted: known.isEmpty ? "it has no suites" : "it has \(list(known))",
        remedy: "ingest the suite's folder first")
    }
  }
}

extension LimitProblem.Origin {
  /// What a complaint is about: the option, the key of the file, or of the suite in the store.
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
        at: place, "“\(text)” is no limit",
        wanted: "wanted <= or >= and a value, such as <= 16.7 ms")
    case .badValue(let metric, let error): error.complaint(at: place, of: metric)
    case .badFloor(let metric, let error):
      error.complaint(at: place, of: metric, besides: ["%"])
    case .noFloor(let metric, let text):
      Complaint(
        at: place, "“\(text)” is no noise floor of \(metric)", wanted: "expected 0 or more")
    case .unknownMetric(let metric):
      Complaint(
        at: place, "there is no metric “\(metric)”", wanted: guess,
        remedy: "“hitchmark metrics” lists them")
    case .unknownStage(let stage, let known):
      Complaint(
        at: place, "there is no stage “\(stage)”", wanted: guess ?? "the stages are \(list(known))")
    case .second(let metric):
      Complaint(
        at: place, "a second limit for \(metric) in the same direction and stage",
        remedy: "leave one of them out")
    case .contradiction(let metric, let atMost, let atLeast):
      Complaint(
        at: place, "no value of \(metric) is \(atMost) and \(atLeast)",
        wanted: "wanted limits that one value can keep")
    }
  }
}

extension AcceptanceFault {
  fileprivate func complaint(at path: String) -> Complaint {
    switch self {
    case .noKey(let word):
      Complaint(
        at: path, "“\(word)” is no KEY=VALUE", wanted: "wanted commit=, until=, level= or reason=",
        remedy: "a blank within a value is written “\\ ”")
    case .unknownKey(let key, let known):
      Complaint(
        at: path, "the key “\(key)” means nothing here",
        wanted: key.nearest(among: known).map { "did you mean “\($0)”" }
          ?? "wanted one of \(list(known))")
    case .repeatedKey(let key):
      Complaint(at: path, "the key “\(key)” stands here twice", remedy: "leave one of them out")
    case .missingKey(let key):
      Complaint(
        at: path, "the key “\(key)” is missing, or has no value", remedy: "see docs/ci.md")
    case .badDay(let text):
      Complaint(at: path, "“\(text)” is no day", wanted: "wanted one such as 2026-12-31, or never")
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
        at: place, "“\(text)” is no value of \(metric)", wanted: "wanted a number and a unit")
    case .noUnit(let text, let wanted):
      Complaint(
        at: place, "“\(text)” says no unit, and \(metric) has one",
        wanted: "wanted one of \(list(units + wanted))")
    case .otherUnit(let unit, let wanted):
      Complaint(
        at: place, "the unit “\(unit)” does not fit \(metric)",
        wanted: wanted.isEmpty
          ? "wanted a number without a unit" : "wanted one of \(list(units + wanted))")
    }
  }
}

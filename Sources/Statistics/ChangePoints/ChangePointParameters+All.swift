extension ChangePointDetector.Parameters {
  /// The names and values of the change-point detector's parameters, except the seed, for printing.
  ///
  /// Lists are written with spaces; `newest` is "all" if all points are judged.
  public var all: [(name: String, value: String)] {
    [
      ("newest", newest.map(String.init) ?? "all"),
      ("minimumSegment", "\(minimumSegment)"),
      ("trimming", "\(trimming)"),
      ("leastNoise", "\(leastNoise)"),
      ("spikeReach", "\(spikeReach)"),
      ("spikeHeight", "\(spikeHeight)"),
      ("spikeAgreement", "\(spikeAgreement)"),
      ("siblings", "\(siblings)"),
      ("autocorrelationPoints", "\(autocorrelationPoints)"),
      ("autocorrelationError", "\(autocorrelationError)"),
      ("leastShrinkage", "\(leastShrinkage)"),
      ("ownErrors", "\(ownErrors)"),
      ("largestAutocorrelation", "\(largestAutocorrelation)"),
      ("largestTie", "\(largestTie)"),
      ("penalty", "\(penalty)"),
      ("winsorising", "\(winsorising)"),
      ("leastContrast", "\(leastContrast)"),
      ("localPermutations", "\(localPermutations)"),
      ("localLevel", "\(localLevel)"),
      ("globalPermutations", "\(globalPermutations)"),
      ("globalLevel", "\(globalLevel)"),
      ("globalWindows", globalWindows.map(String.init).joined(separator: " ")),
      ("longestSteadyWindow", "\(longestSteadyWindow)"),
      ("steadyShare", "\(steadyShare)"),
      ("noiseFloor", "\(noiseFloor)"),
      ("rangeReach", "\(rangeReach)"),
      ("confidence", "\(confidence)"),
      ("driftPoints", "\(driftPoints)"),
      ("driftNewest", "\(driftNewest)"),
      ("driftLevel", "\(driftLevel)"),
      ("driftFloors", "\(driftFloors)"),
    ]
  }
}

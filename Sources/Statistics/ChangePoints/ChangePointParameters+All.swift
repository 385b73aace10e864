extension ChangePointDetector.Parameters {
  /// All of them by name, for whoever prints what was used; the seed is a constant.
  ///
  /// Lists are written with spaces; all points are judged where `newest` is "all".
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

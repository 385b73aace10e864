/// Drops the candidates that the points around them do not bear out, one at a time.
struct LocalElimination {
  /// A candidate that stands, or may yet fall.
  struct Candidate {
    /// Where the new regime begins, among the points without spikes.
    let cut: Int
    /// How often shuffles of the points around reach its contrast.
    var probability: Double
    /// Its size in practical floors.
    var share: Double
  }

  let points: [Double]
  /// σ, with the inflation that autocorrelation asks for.
  let inflatedNoise: Double
  let isAutocorrelated: Bool
  let floor: PracticalFloor
  let parameters: ChangePointDetector.Parameters
  let seed: UInt64

  /// The candidates that stand, in their order.
  func survivors(of cuts: [Int]) -> [Candidate] {
    var candidates = cuts.map { Candidate(cut: $0, probability: 1, share: 0) }
    for index in candidates.indices { judge(&candidates, at: index) }
    while let weakest = weakest(of: candidates) {
      candidates.remove(at: weakest)
      for index in weakest - 1...weakest where candidates.indices.contains(index) {
        judge(&candidates, at: index)
      }
    }
    return candidates
  }

  /// Who falls next: the least probable to be real, and then the smallest.
  private func weakest(of candidates: [Candidate]) -> Int? {
    let improbable = candidates.indices.max {
      candidates[$0].probability < candidates[$1].probability
    }
    if let improbable, candidates[improbable].probability > parameters.localLevel {
      return improbable
    }
    let smallest = candidates.indices.min { candidates[$0].share < candidates[$1].share }
    return smallest.flatMap { candidates[$0].share < 1 ? $0 : nil }
  }

  private func judge(_ candidates: inout [Candidate], at index: Int) {
    let start = index > 0 ? candidates[index - 1].cut : 0
    let end = index + 1 < candidates.count ? candidates[index + 1].cut : points.count
    let cut = candidates[index].cut
    let before = winsorised(points[start..<cut])
    let after = winsorised(points[cut..<end])
    candidates[index].probability = probability(before.points, after.points)
    candidates[index].share = floor.share(from: before.median, to: after.median)
  }

  private func winsorised(_ side: ArraySlice<Double>) -> (points: [Double], median: Double) {
    let median = Median.of(side)
    let reach = parameters.winsorising * inflatedNoise
    return (side.map { min(max($0, median - reach), median + reach) }, median)
  }

  private func probability(_ before: [Double], _ after: [Double]) -> Double {
    let window = before + after
    let mean = window.reduce(0, +) / Double(window.count)
    let centred = window.map { $0 - mean }
    let scan = ScanStatistic(count: window.count, minimumSegment: parameters.minimumSegment)
    let contrast = scan.contrast(of: centred, at: before.count)
    guard contrast >= parameters.leastContrast * inflatedNoise else { return 1 }
    let bound = autocorrelatedBound(contrast, count: window.count)
    guard bound <= parameters.localLevel else { return bound }
    let test = PermutationTest(
      permutations: parameters.localPermutations, level: parameters.localLevel, seed: seed)
    return max(bound, test.probability(of: centred) { scan.reaches(contrast, in: $0) })
  }

  /// Shuffling breaks up what autocorrelation ties together, so that a normal bound is asked for too.
  private func autocorrelatedBound(_ contrast: Double, count: Int) -> Double {
    guard isAutocorrelated else { return 0 }
    return min(1, Double(count) * 2 * Normal.probability(above: contrast / inflatedNoise))
  }
}

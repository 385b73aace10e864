/// How well each position of a change explains runs whose noise is unknown.
///
/// A run's value is the level of its session, plus the change if its commit is at or after the position, plus noise.
/// Noise is a first-order autoregressive process whose innovations have Student's t distribution. Its scale, tails and
/// autocorrelation are unknown, so the evidence is integrated over all of them: over tails and autocorrelation by a
/// grid, and over levels, change and scale by Laplace's approximation at the best fit.
///
/// Positions between the same measured commits have the same evidence, so the cost is
/// O(runs · measured commits · grid).
struct StepEvidence {
  /// What a fit says about the next run.
  struct Outlook: Sendable {
    /// The positions of the change that it is for; 0 for no change.
    let positions: ClosedRange<Int>
    let autocorrelation: Double
    let weight: Double
    let fit: StepFit
  }

  /// Positions with equal evidence, and the factor by which the runs change the probability of each.
  private(set) var factors: [(positions: ClosedRange<Int>, factor: Double)] = []
  /// Probable fits, one per range of positions and autocorrelation; the weights add up to at most 1.
  private(set) var outlooks: [Outlook] = []
  /// Means over all fits; the change is the mean over those with one.
  private(set) var change = 0.0
  private(set) var noise = 0.0
  private(set) var autocorrelation = 0.0
  /// The indices of the sessions, by their numbers.
  let sessions: [Int: Int]

  /// `nil` without runs of two commits, and with so few runs that any change fits.
  init?(of runs: [CommitSearch.Run], prior: [Double]) {
    let measured = Set(runs.map(\.position)).sorted()
    let series = StepSeries(runs)
    guard measured.count > 1, runs.count > series.sessionCount + 2 else { return nil }
    sessions = series.numbers
    let ranges = [0...0] + zip(measured, measured.dropFirst()).map { ($0 + 1)...$1 }
    let masses = ranges.map { $0.reduce(0) { $0 + prior[$1] } }
    var fits: [(range: Int, noise: Int, options: [StepFit])] = []
    for (index, noise) in StepNoise.autocorrelations.enumerated() {
      let rows = StepRows(series, autocorrelation: noise.value)
      for (range, positions) in ranges.enumerated() {
        var options = rows.fits(changeAt: range == 0 ? Int.max : positions.lowerBound)
        for option in options.indices {
          options[option].evidence += (masses[range] * noise.weight).logarithm
        }
        fits.append((range, index, options))
      }
    }
    let best = fits.flatMap { $0.options.map(\.evidence) }.max() ?? 0
    var sums = [Double](repeating: 0, count: ranges.count)
    var changes = 0.0
    for (range, index, options) in fits {
      let value = StepNoise.autocorrelations[index].value
      let weights = options.map { ($0.evidence - best).exponential }
      let weight = weights.reduce(0, +)
      sums[range] += weight
      autocorrelation += weight * value
      let scale = zip(weights, options).reduce(0) { $0 + $1.0 * $1.1.scale }
      // Autocorrelation makes the runs vary more than the innovations.
      noise += scale / (1 - value * value).squareRoot()
      if range > 0 { changes += zip(weights, options).reduce(0) { $0 + $1.0 * $1.1.change } }
      let likeliest = weights.indices.max { weights[$0] < weights[$1] } ?? 0
      outlooks.append(
        Outlook(
          positions: ranges[range], autocorrelation: value, weight: weight,
          fit: options[likeliest]))
    }
    let total = sums.reduce(0, +)
    noise /= total
    autocorrelation /= total
    change = changes / max(total - sums[0], .leastNormalMagnitude)
    factors = zip(ranges, zip(sums, masses)).map { ($0, $1.0 / $1.1 / total) }
    outlooks = outlooks.filter { $0.weight > 1e-3 * total }.map {
      Outlook(
        positions: $0.positions, autocorrelation: $0.autocorrelation, weight: $0.weight / total,
        fit: $0.fit)
    }
  }
}

/// The kinds of noise that are considered.
enum StepNoise {
  static let autocorrelations: [(value: Double, weight: Double)] = [
    (0, 0.5), (0.3, 0.2), (0.6, 0.15), (0.85, 0.15),
  ]

  /// A normal distribution of which a share, the outliers, has a larger deviation.
  struct Tails: Sendable {
    /// The share of outliers.
    let share: Double
    /// Their deviation in deviations of the other values.
    let reach: Double

    /// How probable such noise is before any run.
    let weight: Double

    var hasOutliers: Bool { share > 0 }

    /// The density of a squared distance without the factor of the normal distribution, and the weight of the value in
    /// a fit.
    func density(_ square: Double) -> (density: Double, weight: Double) {
      let core = (1 - share) * (-square / 2).exponential
      let outer = share / reach * (-square / (2 * reach * reach)).exponential
      let density = core + outer
      let share = density > 0 ? core / density : 0
      return (density, share + (1 - share) / (reach * reach))
    }
  }

  /// From light to heavy, because each fit starts with the weights of the one before.
  static let tails = [
    Tails(share: 0, reach: 1, weight: 0.6), Tails(share: 0.1, reach: 4, weight: 0.2),
    Tails(share: 0.1, reach: 10, weight: 0.2),
  ]
}

/// The runs with what does not depend on the noise.
struct StepSeries {
  let values: [Double]
  let positions: [Int]
  /// The index of each run's session, counted from 0.
  let sessions: [Int]
  let sessionCount: Int
  /// The index of each session, by its number.
  let numbers: [Int: Int]
  /// The smallest scale that is considered: the resolution of the values.
  let leastScale: Double

  init(_ runs: [CommitSearch.Run]) {
    values = runs.map(\.value)
    positions = runs.map(\.position)
    let names = Set(runs.map(\.session)).sorted()
    let numbers = Dictionary(uniqueKeysWithValues: zip(names, names.indices))
    self.numbers = numbers
    sessions = runs.map { numbers[$0.session] ?? 0 }
    sessionCount = names.count
    let sorted = values.sorted()
    let gaps = zip(sorted.dropFirst(), sorted).map { $0 - $1 }
    let quantum = gaps.contains(0) ? gaps.filter { $0 > 0 }.min() ?? 0 : 0
    let range = (sorted.last ?? 0) - (sorted.first ?? 0)
    // Rounding to a step of 1 adds a deviation of 1 ÷ √12. Without a step, numbers are exact to some digits.
    leastScale = max(quantum / 3.46, range * 1e-4, 1e-12)
  }
}

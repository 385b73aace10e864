/// The best fit of levels, change and scale to runs, for one position of the change and one kind of noise.
struct StepFit {
  /// The logarithm of the marginal likelihood, up to a constant.
  var evidence = 0.0
  var change = 0.0
  var scale = 0.0
  /// The level before the change, by session.
  var levels: [Double] = []
  /// After elimination: squares of levels, by session, their shares in the change, and its squares.
  fileprivate var equations: (levels: [Double], shares: [Double], change: Double) = ([], [], 0)

  /// The prior density of the change, at the best fit.
  ///
  /// With r the change in usual changes, it is 2r² ÷ π(1 + r²)²: tiny changes, which no user searches, are improbable.
  /// So a few runs show that there is no change. For r², the mean over the uncertainty of the fit is taken.
  fileprivate var prior: Double {
    let usual = StatisticalConstants.usualChange
    let square =
      (change * change / (scale * scale) + 1 / max(equations.change, 1e-12)) / (usual * usual)
    return 2 * square / (Double.pi * (1 + square) * (1 + square) * usual * scale)
  }

  /// The mean and the variance of the next row of a session.
  ///
  /// - Parameters:
  ///   - level: the coefficient of the level.
  ///   - step: the coefficient of the change.
  func prediction(_ session: Int, level: Double, step: Double) -> (mean: Double, variance: Double) {
    let own = step - level * equations.shares[session]
    let reach =
      level * level / equations.levels[session]
      + (equations.change > 0 ? own * own / equations.change : 0)
    return (levels[session] * level + change * step, scale * scale * (1 + reach))
  }
}

/// Runs as the rows of a linear model whose noise has no autocorrelation.
///
/// A row is a run minus ρ times the run before it in its session; the first run of a session is multiplied by √(1 − ρ²)
/// (Prais and Winsten, 1954).
struct StepRows {
  private let series: StepSeries
  private let rho: Double
  private let values: [Double]
  /// The coefficient of the session's level.
  private let levels: [Double]
  /// The index of the run before in the same session; −1 for the first one.
  private let previous: [Int]
  private let first: Double

  init(_ series: StepSeries, autocorrelation rho: Double) {
    self.series = series
    self.rho = rho
    first = (1 - rho * rho).squareRoot()
    var last = [Int](repeating: -1, count: series.sessionCount)
    var (values, levels, previous): ([Double], [Double], [Int]) = ([], [], [])
    for (index, session) in series.sessions.enumerated() {
      let before = last[session]
      last[session] = index
      previous.append(before)
      levels.append(before < 0 ? first : 1 - rho)
      values.append(
        before < 0
          ? first * series.values[index] : series.values[index] - rho * series.values[before])
    }
    (self.values, self.levels, self.previous) = (values, levels, previous)
  }

  /// Fits a change at a position, with each kind of tails.
  ///
  /// - Parameter position: above all positions for no change.
  func fits(changeAt position: Int) -> [StepFit] {
    var steps = [Double](repeating: 0, count: values.count)
    for index in steps.indices {
      let now = series.positions[index] >= position ? 1.0 : 0
      let before = previous[index] < 0 ? -1 : previous[index]
      steps[index] =
        before < 0 ? first * now : now - (series.positions[before] >= position ? rho : 0)
    }
    let hasChange = position != Int.max
    var solver = StepSolver(
      values: values, levels: levels, steps: steps, sessions: series.sessions,
      sessionCount: series.sessionCount, hasChange: hasChange, leastScale: series.leastScale)
    let start = solver.information
    return StepNoise.tails.map { tails in
      var fit = solver.fit(tails)
      fit.evidence += tails.weight.logarithm - start / 2
      fit.evidence += Double(series.sessionCount) * first.logarithm
      if hasChange { fit.evidence += fit.prior.logarithm }
      return fit
    }
  }
}

/// Weighted least squares with one level per session and one change, by blockwise elimination.
private struct StepSolver {
  let values: [Double]
  let levels: [Double]
  let steps: [Double]
  let sessions: [Int]
  let sessionCount: Int
  let hasChange: Bool
  let leastScale: Double
  private var weights: [Double]
  private var residuals: [Double]

  init(
    values: [Double], levels: [Double], steps: [Double], sessions: [Int], sessionCount: Int,
    hasChange: Bool, leastScale: Double
  ) {
    (self.values, self.levels, self.steps) = (values, levels, steps)
    (self.sessions, self.sessionCount) = (sessions, sessionCount)
    (self.hasChange, self.leastScale) = (hasChange, leastScale)
    weights = [Double](repeating: 1, count: values.count)
    residuals = weights
  }

  private var parameters: Double { Double(sessionCount + (hasChange ? 1 : 0)) }
  private var freedom: Double { max(Double(values.count) - parameters, 1) }

  /// The logarithm of the determinant of the unweighted normal equations.
  var information: Double {
    var levelSum = [Double](repeating: 0, count: sessionCount)
    var crossSum = levelSum
    var stepSum = 0.0
    for index in values.indices {
      let session = sessions[index]
      levelSum[session] += levels[index] * levels[index]
      crossSum[session] += levels[index] * steps[index]
      stepSum += steps[index] * steps[index]
    }
    var logarithm = 0.0
    for session in 0..<sessionCount {
      logarithm += levelSum[session].logarithm
      stepSum -= crossSum[session] * crossSum[session] / levelSum[session]
    }
    return hasChange ? logarithm + max(stepSum, 1e-12).logarithm : logarithm
  }

  /// Solves for the current weights, and updates the residuals.
  ///
  /// - Returns: the weighted sum of squares.
  private mutating func solve(_ fit: inout StepFit) -> Double {
    var (level, cross, sum) = (
      [Double](repeating: 0, count: sessionCount), [Double](repeating: 0, count: sessionCount),
      [Double](repeating: 0, count: sessionCount)
    )
    var (stepSquares, stepValues) = (0.0, 0.0)
    for index in values.indices {
      let weight = weights[index]
      let session = sessions[index]
      let weighted = weight * levels[index]
      level[session] += weighted * levels[index]
      cross[session] += weighted * steps[index]
      sum[session] += weighted * values[index]
      stepSquares += weight * steps[index] * steps[index]
      stepValues += weight * steps[index] * values[index]
    }
    var change = 0.0
    if hasChange {
      for session in 0..<sessionCount {
        stepSquares -= cross[session] * cross[session] / level[session]
        stepValues -= cross[session] * sum[session] / level[session]
      }
      change = stepSquares > 1e-12 ? stepValues / stepSquares : 0
    }
    fit.change = change
    fit.levels = (0..<sessionCount).map { (sum[$0] - change * cross[$0]) / level[$0] }
    fit.equations = (level, zip(cross, level).map { $0 / $1 }, hasChange ? stepSquares : 0)
    var squares = 0.0
    for index in values.indices {
      let residual =
        values[index] - fit.levels[sessions[index]] * levels[index] - change * steps[index]
      residuals[index] = residual
      squares += weights[index] * residual * residual
    }
    return squares
  }

  /// Fits by iteratively reweighted least squares, from the weights of the fit before.
  mutating func fit(_ tails: StepNoise.Tails) -> StepFit {
    var fit = StepFit()
    for round in 0..<(tails.hasOutliers ? Self.rounds : 1) {
      let squares = solve(&fit)
      let before = fit.scale
      fit.scale = max((squares / freedom).squareRoot(), leastScale)
      guard tails.hasOutliers else { break }
      let square = fit.scale * fit.scale
      for index in weights.indices {
        weights[index] = tails.density(residuals[index] * residuals[index] / square).weight
      }
      if round > 0, abs(fit.scale - before) < 1e-3 * fit.scale { break }
    }
    fit.evidence = logLikelihood(tails, scale: fit.scale) + curvature(tails, scale: fit.scale)
    return fit
  }

  private static let rounds = 12

  private func logLikelihood(_ tails: StepNoise.Tails, scale: Double) -> Double {
    let constant = -Double(values.count) * (scale.logarithm + (2 * Double.pi).logarithm / 2)
    let square = scale * scale
    guard tails.hasOutliers else {
      return constant - residuals.reduce(0) { $0 + $1 * $1 } / (2 * square)
    }
    var sum = 0.0
    var product = 1.0
    for residual in residuals {
      product *= max(tails.density(residual * residual / square).density, 1e-100)
      guard product < 1e-100 else { continue }
      sum += product.logarithm
      product = 1
    }
    return constant + sum + product.logarithm
  }

  /// What Laplace's approximation adds to the likelihood, without the normal equations.
  private func curvature(_ tails: StepNoise.Tails, scale: Double) -> Double {
    let twoPi = (2 * Double.pi).logarithm
    // Outliers tell hardly anything about levels and scale.
    let kept = 1 - tails.share
    return parameters * (twoPi / 2 - kept.logarithm / 2 + scale.logarithm)
      + (twoPi - (2 * freedom * kept).logarithm) / 2
  }
}

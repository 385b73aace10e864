internal import Statistics

/// Follows a level after a regression: whether it improved, how much, and its present value.
///
/// The basic idea is that the newest segment is the present level. Confirmed changes begin
/// segments. A change in the last segment cannot be confirmed until five commits after a fix. So
/// the points of the last segment are also split where the later ones are most clearly better. An
/// improved segment is compared with the level before the regression, one-sided. It is fixed if it
/// is worse by at most the noise floor, and partly fixed if it is certainly worse.
struct LevelCourse {
  /// The state of the regression.
  enum State { case open, partlyFixed, fixed }

  /// The index of the point at which the state was entered; `nil` if nothing improved.
  private(set) var entered: Int?
  /// The present state.
  private(set) var state = State.open
  /// The points of the worst level.
  private(set) var worst: Range<Int>
  /// The points of the present level.
  private(set) var now: Range<Int>
  /// The first point of the improvement that decided the state; `nil` if nothing improved.
  private(set) var improvement: Int?

  private let points: WorsePoints
  private let before: Range<Int>
  private let level: Double
  private let floor: Double
  /// The standard deviation of one session of a commit.
  private let noise: Double

  /// Follows a level.
  ///
  /// - Parameters:
  ///   - points: the points of the series.
  ///   - noise: the standard deviation of one session, widened for autocorrelation.
  ///   - start: the first point of the worse level.
  ///   - before: the points of the level before, at least one.
  ///   - changes: the first points of later segments, in ascending order.
  init(
    in points: WorsePoints, noise: Double, from start: Int, after before: Range<Int>,
    changes: [Int]
  ) {
    self.points = points
    self.noise = noise
    self.before = before
    level = points.levels(of: [before])[0]
    floor = points.floor(at: level)
    let segments = zip([start] + changes, changes + [points.values.count]).map { $0..<$1 }
    (worst, now) = (segments[0], segments[0])
    follow(segments)
  }

  private mutating func follow(_ segments: [Range<Int>]) {
    let levels = points.levels(of: segments)
    var worstLevel = levels[0]
    for (index, segment) in segments.enumerated() {
      now = segment
      if levels[index] > worstLevel { (worst, worstLevel) = (segment, levels[index]) }
      if index > 0, levels[index] < levels[index - 1] {
        decide(on: segment, after: segments[index - 1])
      }
      if state == .fixed { return }
    }
    guard let tail = improvedTail(of: now) else { return }
    let rest = now.lowerBound..<tail.lowerBound
    if worst == now { worst = rest }
    now = tail
    decide(on: tail, after: rest)
  }

  // MARK: - Improvements

  /// The part of a segment after the point where it is most clearly better; `nil` if it is not
  /// clearly better anywhere.
  private func improvedTail(of segment: Range<Int>) -> Range<Int>? {
    var best: (start: Int, contrast: Double)?
    for start in segment.dropFirst() {
      let (rest, tail) = (segment.lowerBound..<start, start..<segment.upperBound)
      guard isLongEnough(tail, after: rest) else { continue }
      let contrast = contrast(of: tail, after: rest)
      let isClear = contrast >= CheckConstants.improvementContrast || isBriefly(rest, before: tail)
      if isClear, contrast > best?.contrast ?? 0 { best = (start, contrast) }
    }
    return best.map { $0.start..<segment.upperBound }
  }

  /// The improvement of a level over the one before it, in standard errors.
  private func contrast(of tail: Range<Int>, after rest: Range<Int>) -> Double {
    let difference = mean(of: rest) - mean(of: tail)
    let error = noise * (1 / points.weight(of: tail) + 1 / points.weight(of: rest)).squareRoot()
    return error > 0 ? difference / error : difference > 0 ? .infinity : 0
  }

  /// Whether an improvement has two sessions, or one that is as clear as the trip-wire requires for
  /// a regression.
  private func isLongEnough(_ tail: Range<Int>, after rest: Range<Int>) -> Bool {
    if points.weight(of: tail) >= 2 { return true }
    let (old, new) = (points.value(mean(of: rest)), points.value(mean(of: tail)))
    return contrast(of: tail, after: rest) >= CheckConstants.tripDeviations
      && (new - old).magnitude >= CheckConstants.tripShare * points.value(level).magnitude
  }

  /// Whether the worse level had fewer commits than a level needs, and at least as many commits are
  /// better since.
  private func isBriefly(_ rest: Range<Int>, before tail: Range<Int>) -> Bool {
    rest.count < Self.leastSegment && tail.count >= Self.leastSegment
      && remainder(of: tail) <= largestRemainder(of: tail)
  }

  private static let leastSegment = ChangePointDetector.Parameters().minimumSegment

  // MARK: - Fixed or partly fixed

  /// Decides about an improved segment, commit by commit, as the checks of that time did.
  ///
  /// A decision stays until it is clearly wrong. Otherwise a level at the floor would alternate
  /// between fixed and open at random.
  private mutating func decide(on tail: Range<Int>, after rest: Range<Int>) {
    var decided: State?
    let last = min(tail.upperBound, tail.lowerBound + CheckConstants.fixCommits)
    for end in tail.lowerBound + 1...max(last, tail.lowerBound + 1) {
      let part = tail.lowerBound..<end
      let isClear =
        part.count >= Self.leastSegment
        || isLongEnough(part, after: rest)
          && contrast(of: part, after: rest) >= CheckConstants.improvementContrast
      guard isClear, let new = next(after: decided, part), new != decided else { continue }
      (decided, entered) = (new, end - 1)
    }
    guard let decided else { return }
    (state, improvement) = (decided, tail.lowerBound)
  }

  private func next(after decided: State?, _ part: Range<Int>) -> State? {
    let (remainder, error) = (remainder(of: part), error(of: part))
    switch decided {
    case .fixed:
      return remainder > floor && remainder >= CheckConstants.relapseContrast * error
        ? .partlyFixed : .fixed
    case .open, .partlyFixed, nil:
      if remainder <= largestRemainder(of: part) { return .fixed }
      return remainder >= CheckConstants.remainderContrast * error ? .partlyFixed : decided
    }
  }

  /// How much worse some points are than the level before the regression.
  private func remainder(of part: Range<Int>) -> Double { mean(of: part) - level }

  /// A remainder within its own standard error counts as none, even if the floor is smaller.
  private func largestRemainder(of part: Range<Int>) -> Double { max(floor, error(of: part)) }

  private func error(of part: Range<Int>) -> Double {
    noise * (1 / points.weight(of: part) + 1 / points.weight(of: before)).squareRoot()
  }

  /// The mean of points clipped at three standard deviations around their median, so that no spike
  /// decides.
  private func mean(of range: Range<Int>) -> Double {
    let reach = StatisticalConstants.outlierReach * noise
    let median = points.levels(of: [range])[0]
    let values = points.values[range].map { min(max($0, median - reach), median + reach) }
    return Moments.mean(of: values) ?? median
  }
}

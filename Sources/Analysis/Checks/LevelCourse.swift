internal import Statistics

/// Follows a level after a regression: whether it improved, how much, and its present value.
///
/// The newest segment is the present level. Confirmed changes begin segments. The detector confirms a change five commits
/// later, so the last segment is also split where its newest points are most clearly better. An improved segment is
/// compared with the level before, one-sided: the regression is fixed if the segment is worse by at most the noise
/// floor, and partly fixed if it is certainly still worse.
///
/// The points are read one after the other, as the gate saw them. A state therefore stays until the opposite is clear,
/// instead of turning red and green with each point of a level near the floor.
struct LevelCourse {
  /// What became of the level.
  enum State { case open, partlyFixed, fixed }

  /// The index of the point that decided the state; `nil` while nothing improved.
  private(set) var entered: Int?
  private(set) var state = State.open
  private(set) var worst: Range<Int>
  private(set) var now: Range<Int>
  /// The first point of the improvement that decided the state; `nil` if nothing improved.
  private(set) var improvement: Int?

  private let points: WorsePoints
  private let means: ClippedMeans
  private let start: Int
  private let before: Range<Int>
  private let changes: [Int]
  private let level: Double
  private let floor: Double
  /// The standard deviation of one session of a commit.
  private let noise: Double

  /// Follows a level from its first point `start`; O(n log n) for n later points.
  ///
  /// `noise` is the standard deviation of one session, widened for autocorrelation. `before` holds the points of the
  /// level before, at least one. `changes` are the first points of later segments, in ascending order.
  init(
    in points: WorsePoints, noise: Double, from start: Int, after before: Range<Int>,
    changes: [Int]
  ) {
    self.points = points
    means = ClippedMeans(of: points, noise: noise)
    self.noise = noise
    self.start = start
    self.before = before
    self.changes = changes
    level = points.level(of: before)
    floor = points.floor(at: level)
    worst = start..<start + 1
    now = worst
    let count = points.values.count
    for end in max(start + 1, count - CheckConstants.followedCommits)...count {
      read(until: end)
    }
  }

  /// Reads the points before `end`, as the gate saw them when the last of these was the newest.
  private mutating func read(until end: Int) {
    if state == .fixed {
      readFixed(until: end)
    } else {
      readWorse(until: end)
    }
  }

  private mutating func readFixed(until end: Int) {
    guard let first = improvement else { return }
    let next = known(at: end).first { $0 >= first + Self.leastSegment }
    now = first..<(next ?? end)
    let part = now.prefix(CheckConstants.fixCommits)
    if remainder(of: part) > floor,
      remainder(of: part) >= CheckConstants.relapseContrast * error(of: part)
    {
      (state, entered) = (.partlyFixed, end - 1)
    }
  }

  private mutating func readWorse(until end: Int) {
    let known = known(at: end)
    let segments = zip([start] + known, known + [end]).map { $0..<$1 }
    let levels = segments.map(means.median)
    (worst, now) = (segments[0], segments[0])
    var worstLevel = levels[0]
    for (index, segment) in segments.enumerated().dropFirst() {
      now = segment
      if levels[index] > worstLevel { (worst, worstLevel) = (segment, levels[index]) }
      if levels[index] < levels[index - 1] { decide(on: segment, until: end) }
      if state == .fixed { return }
    }
    guard let tail = improvedTail(of: now) else { return }
    if worst == now { worst = now.lowerBound..<tail.lowerBound }
    now = tail
    decide(on: tail, until: end)
  }

  /// The changes that the detector could confirm before `end`: it needs five points of the new level.
  private func known(at end: Int) -> [Int] { changes.filter { $0 + Self.leastSegment <= end } }

  // MARK: - Improvements

  /// The part of a segment after the point where it is most clearly better; `nil` if it is not
  /// clearly better anywhere.
  private func improvedTail(of segment: Range<Int>) -> Range<Int>? {
    var best: (start: Int, contrast: Double)?
    for start in segment.dropFirst().suffix(CheckConstants.followedCommits) {
      let (rest, tail) = (segment.lowerBound..<start, start..<segment.upperBound)
      guard isLongEnough(tail, after: rest) else { continue }
      let contrast = contrast(of: tail, after: rest)
      let isClear =
        contrast >= leastContrast(at: segment.upperBound) || isBriefly(rest, before: tail)
      if isClear, contrast > best?.contrast ?? 0 { best = (start, contrast) }
    }
    return best.map { $0.start..<segment.upperBound }
  }

  /// The improvement that a level needs if `end - 1` is its newest point, in standard errors.
  ///
  /// An earlier check decided with its own estimate of the noise, which differs a little. A lower limit for earlier
  /// points keeps the decision of that check.
  private func leastContrast(at end: Int) -> Double {
    end == points.values.count
      ? CheckConstants.improvementContrast : CheckConstants.rememberedContrast
  }

  /// The improvement of a level over the one before it, in standard errors.
  private func contrast(of tail: Range<Int>, after rest: Range<Int>) -> Double {
    let difference = means[rest] - means[tail]
    let error = noise * (1 / points.weight(of: tail) + 1 / points.weight(of: rest)).squareRoot()
    return error > 0 ? difference / error : difference > 0 ? .infinity : 0
  }

  /// Whether an improvement has two sessions, or one that is as clear as one session must be to prove a regression.
  private func isLongEnough(_ tail: Range<Int>, after rest: Range<Int>) -> Bool {
    points.weight(of: tail) >= 2
      || contrast(of: tail, after: rest) >= CheckConstants.proofDeviations[0]
  }

  /// Whether the worse level had fewer commits than a level needs, and at least as many commits are
  /// better since.
  private func isBriefly(_ rest: Range<Int>, before tail: Range<Int>) -> Bool {
    rest.count < Self.leastSegment && tail.count >= Self.leastSegment
      && remainder(of: tail) <= largestRemainder(of: tail)
  }

  private static let leastSegment = ChangePointDetector.Parameters().minimumSegment

  // MARK: - Fixed or partly fixed

  /// Decides on an improved segment by its first commits; what gets worse after these is a new finding.
  private mutating func decide(on segment: Range<Int>, until end: Int) {
    let part = segment.prefix(CheckConstants.fixCommits)
    let decided: State
    if remainder(of: part) <= largestRemainder(of: part) {
      decided = .fixed
    } else if remainder(of: part) >= CheckConstants.remainderContrast * error(of: part) {
      decided = .partlyFixed
    } else {
      return
    }
    if decided != state { entered = end - 1 }
    (state, improvement) = (decided, segment.lowerBound)
  }

  /// How much worse some points are than the level before the regression.
  private func remainder(of part: Range<Int>) -> Double { means[part] - level }

  /// A remainder within its own standard error counts as none, even if the floor is smaller.
  private func largestRemainder(of part: Range<Int>) -> Double { max(floor, error(of: part)) }

  private func error(of part: Range<Int>) -> Double {
    noise * (1 / points.weight(of: part) + 1 / points.weight(of: before)).squareRoot()
  }

}

/// Means of points clipped at three standard deviations around their median, so that no spike decides.
///
/// Means and medians are cached, because a course compares the same points again for each later end.
private final class ClippedMeans {
  private let points: WorsePoints
  private let reach: Double
  private var known: [Range<Int>: Double] = [:]
  private var medians: [Range<Int>: Double] = [:]

  init(of points: WorsePoints, noise: Double) {
    self.points = points
    reach = StatisticalConstants.outlierReach * noise
  }

  /// The mean of the points in a range, on the scale of the points.
  subscript(range: Range<Int>) -> Double {
    if let known = known[range] { return known }
    let median = median(of: range)
    let values = points.values[range].map { min(max($0, median - reach), median + reach) }
    let mean = Moments.mean(of: values) ?? median
    known[range] = mean
    return mean
  }

  func median(of range: Range<Int>) -> Double {
    if let known = medians[range] { return known }
    let median = points.level(of: range)
    medians[range] = median
    return median
  }
}

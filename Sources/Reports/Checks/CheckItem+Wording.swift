internal import Analysis
internal import Documents
internal import Recordings
internal import Units

extension CheckItem {
  /// The evidence about the series in one line: the levels, and how certain the change is.
  var sentence: String { "\(name.shortened): \(facts)" }

  private var facts: String {
    switch evidence {
    case .regression(let regression):
      let worst =
        regression.worst == regression.now ? "" : ", at worst \(level(regression.worst))"
      return "before \(level(regression.before))\(worst), now \(level(regression.now)), "
        + change(regression.change, regression.isRelative)
    case .change(let change):
      let interval = change.interval.map {
        " [\(self.change($0.lowerBound, change.isRelative)), "
          + "\(self.change($0.upperBound, change.isRelative))]"
      }
      return "\(level(change.before)) → \(level(change.after)), "
        + self.change(change.change, change.isRelative) + (interval ?? "")
    case .tip(let tip):
      let sessions = tip.sessions.prefix(4).map { change($0.change, tip.isRelative) }
      return "\(level(tip.expected)) → \(level(tip.value)), by session "
        + sessions.joined(separator: ", ")
    case .limit(let breach):
      let interval = breach.level.interval.map {
        " [\(level($0.lowerBound)), \(level($0.upperBound))]"
      }
      return "\(level(breach.level.value))\(interval ?? "") is not \(breach.limit.bound)"
    case .comparison(let comparison):
      let means = [comparison.referenceMean, comparison.candidateMean].compactMap { $0.map(level) }
      let effect = comparison.evidence.value.map { ", " + change($0.effect, $0.isRelative) }
      return means.joined(separator: " → ") + (effect ?? "")
    case .missing: return "no value"
    }
  }

  private func level(_ value: Double) -> String {
    metric.levelText(value)
  }

  private func change(_ change: Double, _ isRelative: Bool) -> String {
    metric.changeText(change, isRelative: isRelative)
  }

  /// The limit of the finding.
  var limitWords: String {
    guard case .limit(let breach) = evidence else { return name }
    return "\(name) \(breach.limit.bound)"
  }

  /// The acceptance as a footnote; `nil` if there is none.
  var standingNote: String? {
    switch standing {
    case .open: nil
    case .accepted(let acceptance):
      "accepted since \(acceptance.commit.shortCommit) \(acceptance.term): \(acceptance.reason)"
    case .worse(let acceptance, let accepted):
      """
      accepted since \(acceptance.commit.shortCommit) at \
      \(Quantity(accepted, metric.unit).text(significantDigits: 4)), and now worse: \(acceptance.reason)
      """
    case .ended(let acceptance):
      "was accepted \(acceptance.term): \(acceptance.reason)"
    }
  }
}

extension Acceptance {
  fileprivate var term: String { until.map { "until \($0)" } ?? "for good" }
}

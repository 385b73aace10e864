/// A count with its noun, which is in the singular for 1: `1 run`, `2 runs`.
///
/// `plural` is the noun for several if it is not made by an `s`.
public func counted(_ count: Int, _ noun: String, _ plural: String? = nil) -> String {
  "\(count) \(count == 1 ? noun : plural ?? noun + "s")"
}

extension [String] {
  /// The texts as one phrase of a sentence: `a`, `a and b`, `a, b and c`; empty without texts.
  public var listed: String {
    count < 2 ? joined() : dropLast().joined(separator: ", ") + " and " + self[count - 1]
  }
}

/// A duration for people: whole seconds up to 100 s, then whole minutes.
public func durationText(_ seconds: Double) -> String {
  seconds < 100 ? "\(Int(seconds.rounded())) s" : "\(Int((seconds / 60).rounded())) min"
}

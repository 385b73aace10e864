/// A count with its noun, which is in the singular for 1: `1 run`, `2 runs`.
///
/// `plural` is the noun for several if it is not made by an `s`.
public func counted(_ count: Int, _ noun: String, _ plural: String? = nil) -> String {
  "\(count) \(count == 1 ? noun : plural ?? noun + "s")"
}

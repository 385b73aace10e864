/// A count with its noun, which is in the singular for 1: `1 run`, `2 runs`.
public func counted(_ count: Int, _ noun: String) -> String {
  "\(count) \(noun)\(count == 1 ? "" : "s")"
}

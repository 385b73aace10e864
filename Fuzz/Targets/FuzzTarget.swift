/// One kind of untrusted input, and the code that the input reaches.
///
/// The fuzzer calls a target with mutated bytes. The tests call it with the inputs in `Fuzz/regressions`.
///
///     FuzzTarget.named("trace")?.complaint(Array("timestamp_ms\n0\n16\n".utf8))  // nil: the rules hold
struct FuzzTarget: Sendable {
  /// The name of the target, and of its folders in `Fuzz/corpus` and `Fuzz/regressions`.
  let name: String

  /// Reads the bytes as a user's command would, and returns the rule that they break; `nil` if all rules hold.
  ///
  /// A trap, an error of the address sanitizer, a hang, or excessive memory are failures too.
  let complaint: @Sendable ([UInt8]) -> String?

  /// All targets.
  static let all: [FuzzTarget] = [
    .trace, .description, .history, .commandFile, .packedColumn, .store, .merge, .plan, .cluster,
    .git,
  ]

  /// The target of a name, such as `store`, or `trace-` and the id of a format; `nil` if there is none.
  static func named(_ name: String) -> FuzzTarget? { (all + formats).first { $0.name == name } }
}

extension [UInt8] {
  /// A number below `count` that depends on all bytes: an input always gets the same one.
  func choice(of count: Int) -> Int {
    Int(reduce(UInt32(self.count)) { $0 &* 31 &+ UInt32($1) } % UInt32(count))
  }
}

/// The prefix of a complaint about different results; `Scripts/check-robustness` counts these.
let differenceBetweenSplits = "the result depends on how the bytes arrive"

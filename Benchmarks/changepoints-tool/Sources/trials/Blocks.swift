import Statistics

/// Experiments that are judged after each block.
struct BlocksRequest: Decodable {
  /// The largest number of blocks.
  let blocks: Int
  /// The largest relative change that does not matter; 0 if every change does.
  let floor: Double
  /// One value per block, for each experiment.
  let reference: [[Double]]
  let candidate: [[Double]]

  /// The estimate at which each experiment stopped.
  func answer() throws -> [BlocksAnswer] {
    let scale = Scale.logarithmic
    let design = SequentialDesign(blocks: blocks)
    let negligible = (scale.change(of: -floor) ?? 0)...(scale.change(of: floor) ?? 0)
    return try zip(reference, candidate).map { reference, candidate in
      let before = try scale.sample(reference).values
      let after = try scale.sample(candidate).values
      for blocks in design.looks {
        let values = Array(reference[..<blocks] + candidate[..<blocks])
        let found = try design.estimate(
          zip(after, before).prefix(blocks).map { $0 - $1 }, negligible: negligible,
          quantum: try scale.quantum(of: values))
        if found.answer != .undecided || blocks == design.blocks { return BlocksAnswer(found) }
      }
      throw SampleError.empty
    }
  }
}

/// The result of an experiment.
struct BlocksAnswer: Encodable {
  let answer: String
  let blocks: Int
  /// The lower bound of the confidence interval, as a natural logarithm.
  let lower: Double
  /// The upper bound of the confidence interval, as a natural logarithm.
  let upper: Double

  init(_ found: SequentialEstimate) {
    answer = found.answer.rawValue
    blocks = found.blocks
    lower = found.interval?.lower ?? -.greatestFiniteMagnitude
    upper = found.interval?.upper ?? .greatestFiniteMagnitude
  }
}

/// A request for the number of blocks of an experiment.
struct BlocksPlanRequest: Decodable {
  /// The effect to detect, as a natural logarithm.
  let effect: Double
  /// The standard deviation of the difference within a block, as a natural logarithm.
  let deviation: Double

  /// The number of blocks of the sequential design, and that of a t test with a fixed number of blocks.
  func answer() -> [Int?] {
    [
      SequentialDesign.blocks(toSee: effect, deviation: deviation),
      ExperimentDesign.pairs.repetitionsNeeded(toSee: effect, deviation: deviation),
    ]
  }
}

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

  /// The state in which each experiment stopped.
  func answer() throws -> [BlocksAnswer] {
    let scale = Scale.logarithmic
    let design = SequentialDesign(
      blocks: blocks,
      negligible: (scale.change(of: -floor) ?? 0)...(scale.change(of: floor) ?? 0))
    return try zip(reference, candidate).map { reference, candidate in
      let before = try scale.sample(reference).values
      let after = try scale.sample(candidate).values
      for blocks in design.looks {
        let values = Array(reference[..<blocks] + candidate[..<blocks])
        let found = try design.estimate(
          zip(after, before).prefix(blocks).map { $0 - $1 },
          quantum: try scale.quantum(of: values))
        if found.answer != .undecided || blocks == design.blocks { return BlocksAnswer(found) }
      }
      throw SampleError.empty
    }
  }
}

/// The end of an experiment.
struct BlocksAnswer: Encodable {
  let answer: String
  let blocks: Int
  /// The interval, as natural logarithms.
  let lower: Double
  let upper: Double

  init(_ found: SequentialEstimate) {
    answer = found.answer.rawValue
    blocks = found.blocks
    lower = found.interval?.lower ?? -.greatestFiniteMagnitude
    upper = found.interval?.upper ?? .greatestFiniteMagnitude
  }
}

/// A question for the number of blocks.
struct BlocksPlanRequest: Decodable {
  /// The wanted effect and the deviation of a difference, as natural logarithms.
  let effect: Double
  let deviation: Double

  /// The blocks of the sequential design, and those of a t test with a fixed number of blocks.
  func answer() -> [Int?] {
    [
      SequentialDesign.blocks(toSee: effect, deviation: deviation),
      ExperimentDesign.pairs.repetitionsNeeded(toSee: effect, deviation: deviation),
    ]
  }
}

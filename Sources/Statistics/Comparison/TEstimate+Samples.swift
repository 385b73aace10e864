// Noise from the two samples alone.
extension TEstimate {
  /// Welch's t: each side has a noise of its own.
  ///
  /// Source: Welch, "The generalization of 'Student's' problem when several different population
  /// variances are involved", Biometrika 34 (1947).
  ///
  /// - Parameters:
  ///   - candidate: at least two values.
  ///   - reference: at least two values.
  /// - Returns: the estimate.
  /// - Throws: `.tooFew`, and `.noSpread` when neither side varies.
  public static func welch(
    of candidate: Sample, against reference: Sample
  ) throws(SampleError) -> TEstimate {
    let m = try candidate.squaredError
    let n = try reference.squaredError
    guard m + n > 0 else { throw .noSpread }
    // As shares, so that no square of a tiny number is rounded to 0.
    let share = m / (m + n)
    let freedom =
      1
      / (share * share / Double(candidate.degreesOfFreedom)
        + (1 - share) * (1 - share) / Double(reference.degreesOfFreedom))
    return try TEstimate(
      change: candidate.mean - reference.mean, standardError: (m + n).squareRoot(),
      degreesOfFreedom: freedom)
  }

  /// Student's t for two samples that share their noise.
  ///
  /// Source: Student, "The probable error of a mean", Biometrika 6 (1908).
  ///
  /// - Parameters:
  ///   - candidate: at least one value.
  ///   - reference: at least one value, and one of the two sides has two.
  /// - Returns: the estimate, with m + n − 2 degrees of freedom.
  /// - Throws: `.tooFew`, and `.noSpread` when neither side varies.
  public static func student(
    of candidate: Sample, against reference: Sample
  ) throws(SampleError) -> TEstimate {
    try pooled(
      of: candidate, against: reference, noise: PooledVariance(of: [candidate, reference]))
  }

  /// Student's t for pairs, such as the two sides' means in each session: what a pair shares drops out.
  ///
  /// - Parameters:
  ///   - candidate: at least two values.
  ///   - reference: the values that they belong to, in the same order.
  /// - Returns: the estimate, with n − 1 degrees of freedom.
  /// - Throws: `.unpaired`, `.tooFew`, and `.noSpread` when all differences are equal.
  public static func paired(
    of candidate: Sample, against reference: Sample
  ) throws(SampleError) -> TEstimate {
    guard candidate.count == reference.count else {
      throw .unpaired(reference: reference.count, candidate: candidate.count)
    }
    let differences = try differences(from: reference, to: candidate)
    return try TEstimate(
      change: differences.mean, standardError: differences.squaredError.squareRoot(),
      degreesOfFreedom: Double(differences.degreesOfFreedom))
  }

  /// By how much each value of a sample exceeds that in the same place of another, of as many.
  static func differences(
    from reference: Sample, to candidate: Sample
  ) throws(SampleError) -> Sample {
    try Sample(zip(candidate.values, reference.values).map { $0 - $1 })
  }
}

extension Sample {
  /// The square of the mean's standard error.
  var squaredError: Double {
    get throws(SampleError) {
      guard let variance else { throw .tooFew(count: count, needed: 2) }
      return variance / Double(count)
    }
  }
}

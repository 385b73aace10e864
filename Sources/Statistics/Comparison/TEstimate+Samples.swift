// Methods that use the noise of the two samples only.
extension TEstimate {
  /// Compares two samples by Welch's t test, in which each sample has its own noise.
  ///
  /// Each side has at least two values.
  ///
  /// Source: Welch, "The generalization of 'Student's' problem when several different population
  /// variances are involved", Biometrika 34 (1947).
  ///
  /// - Throws: `.tooFew`; `.noSpread` if neither side varies.
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

  /// Compares two samples by Student's t test, which assumes the same noise in both samples.
  ///
  /// Each side has at least one value, and one side at least two.
  ///
  /// Source: Student, "The probable error of a mean", Biometrika 6 (1908).
  ///
  /// - Throws: `.tooFew`; `.noSpread` if neither side varies.
  public static func student(
    of candidate: Sample, against reference: Sample
  ) throws(SampleError) -> TEstimate {
    try pooled(
      of: candidate, against: reference, noise: PooledVariance(of: [candidate, reference]))
  }

  /// Compares pairs of values by Student's t test, such as the medians of reference and candidate in each measurement
  /// session.
  ///
  /// Effects that a pair shares cancel.
  ///
  /// - Parameters:
  ///   - candidate: at least two values.
  ///   - reference: the values that they are paired with, in the same order.
  /// - Throws: `.unpaired`; `.tooFew`; `.noSpread` if all differences are equal.
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

  /// The differences between values at the same position of two samples of equal size.
  static func differences(
    from reference: Sample, to candidate: Sample
  ) throws(SampleError) -> Sample {
    try Sample(zip(candidate.values, reference.values).map { $0 - $1 })
  }
}

extension Sample {
  /// The squared standard error of the mean.
  var squaredError: Double {
    get throws(SampleError) {
      guard let variance else { throw .tooFew(count: count, needed: 2) }
      return variance / Double(count)
    }
  }
}

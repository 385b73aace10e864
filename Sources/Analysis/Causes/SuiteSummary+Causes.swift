internal import Recordings

extension SuiteSummary {
  /// The comparison of causes of late frames for each version of the program in the suite whose hitch time ratio got
  /// worse than its baseline's.
  ///
  /// If no stage has a baseline, the worst case is compared with the best case.
  ///
  /// Only proved changes of runs with causes are explained. The reference and candidate have the ids of the stages.
  public var explanations: [Explanation] {
    let based = stages.compactMap { stage in baseline(of: stage).map { (stage, $0) } }
    let ends = worst.flatMap { worst in best.map { [(worst, $0)] } } ?? []
    let pairs = (based.isEmpty ? ends : based).filter { stage, reference in
      [stage, reference].allSatisfy { $0.runs.contains { $0.causes?.value != nil } }
    }
    return Explanation.explanations(
      of: pairs.map { stage, reference in
        (
          title: "\(stage.stage.id) against \(reference.stage.id)",
          reference: ComparedSide(name: reference.stage.id, runs: reference.runs),
          candidate: ComparedSide(name: stage.stage.id, runs: stage.runs)
        )
      }
    ).filter { $0.total.verdict == .regressed }
  }
}

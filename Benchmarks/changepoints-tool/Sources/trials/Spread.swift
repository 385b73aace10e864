import Analysis
import Recordings

/// Two sides whose frame times may spread differently.
struct SpreadRequest: Decodable {
  /// A run and the session that measured it.
  struct Run: Decodable {
    let session: String?
    let frames: PackedFrames
  }

  let reference: [Run]
  let candidate: [Run]

  /// The answer of `hitchmark compare` about the spread: "wider", "narrower", or "none" for no verdict.
  func answer() -> String {
    SpreadComparison(side(candidate), against: side(reference))?.answer.rawValue ?? "none"
  }

  private func side(_ runs: [Run]) -> ComparedSide {
    ComparedSide(
      name: "",
      runs: runs.map { $0.frames.summary(session: $0.session, catalog: Self.metrics) })
  }

  private static let metrics = Metric.all.filter { SpreadComparison.metrics.contains($0.id) }
}

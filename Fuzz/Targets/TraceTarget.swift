import Analysis
import Documents
import Recordings
import Reports

@testable import Decoding
@testable import Histories
@testable import RunFolders
@testable import TraceReaders

extension FuzzTarget {
  /// Trace bytes → recordings → metrics → one of the renderers, for two splits of the bytes.
  static let trace = FuzzTarget(name: "trace") { bytes in
    TraceOutcome.complaint(about: bytes, as: nil)
  }

  /// One target per format, so that each gets as much time as the others.
  static let formats = TraceFormat.all.map { format in
    FuzzTarget(name: "trace-\(format.id)") { TraceOutcome.complaint(about: $0, as: format) }
  }
}

/// The result of reading the bytes of one trace.
struct TraceOutcome: Equatable {
  /// Recordings beyond this are read and compared, but not rendered.
  private static let mostRendered = 2

  /// One of so many inputs is rendered.
  ///
  /// Metrics and rendering take more time than reading twice, and their results differ little between inputs.
  private static let renderedShare = 64

  /// One of them renders an input.
  private static let renderers = Renderer.all

  /// Format, dialect and digest of the file, or the error.
  private var words: String
  private var recordings: [Recording] = []

  /// Reads the bytes at the usual pace and at another one, and compares the outcomes.
  static func complaint(about bytes: [UInt8], as format: TraceFormat?) -> String? {
    let whole = TraceOutcome(of: bytes, as: format, pace: .usual)
    let split = TraceOutcome(of: bytes, as: format, pace: .split(of: bytes))
    guard whole == split else {
      return "\(differenceBetweenSplits): \(whole.words) and \(split.words)"
    }
    let number = bytes.choice(of: renderedShare * 2 * renderers.count)
    if number % renderedShare == 0, !whole.recordings.isEmpty {
      whole.render(chosenBy: number / renderedShare)
    }
    return nil
  }

  private init(of bytes: [UInt8], as format: TraceFormat?, pace: ReadingPace) {
    do throws(TraceError) {
      let file = try TraceReader.read(bytes: bytes, name: "trace", as: format, pace: pace)
      words = "\(file.format) \(file.dialect) \(file.byteCount) \(file.digest)"
      recordings = file.recordings
    } catch {
      words = "\(error)"
    }
  }

  /// Writes the first recordings in one of the output formats, chosen by a number.
  private func render(chosenBy number: Int) {
    let renderer = Self.renderers[number / 2]
    let runs = recordings.prefix(Self.mostRendered).map { recording in
      AnalyzedRun(
        RunSummary(
          of: recording, name: recording.origin.stream ?? "run",
          needs: RunNeeds(
            charts: renderer.id != Renderer.json.id, segments: number % 2 == 0)))
    }
    guard renderer.id != Renderer.json.id else {
      _ = AnalysisJSON.value(of: runs).text()
      return
    }
    _ = renderer.files(of: AnalysisReport.document(of: runs, extent: .all), for: .folder("report"))
  }
}

internal import Decoding

/// The ranges of MangoHud versions that the columns of a log can distinguish.
enum MangoHudVersion: CaseIterable {
  case from0_3
  case from0_5
  case from0_6_0
  case from0_6_2
  case from0_6_9
  case from0_7
  case from0_8_0
  case from0_8_2

  /// The range of MangoHud versions as text, such as `0.6.0–0.6.1`.
  var name: String {
    switch self {
    case .from0_3: "0.3\u{2013}0.4"
    case .from0_5: "0.5"
    case .from0_6_0: "0.6.0\u{2013}0.6.1"
    case .from0_6_2: "0.6.2\u{2013}0.6.8"
    case .from0_6_9: "0.6.9"
    case .from0_7: "0.7"
    case .from0_8_0: "0.8.0\u{2013}0.8.1"
    case .from0_8_2: "0.8.2+"
    }
  }

  /// Determines the version of MangoHud by the columns that later versions added to the log.
  ///
  /// - Parameter unit: the unit of frame times, which became milliseconds in 0.6.9.
  init(_ header: CSVHeader, frameTimeUnit unit: TimeUnit) {
    if header.has("cpu_mhz") {
      self = .from0_8_2
    } else if header.has("cpu_power") {
      self = .from0_8_0
    } else if header.has("process_rss") {
      self = .from0_7
    } else if header.has("gpu_power") {
      self = unit == .milliseconds ? .from0_6_9 : .from0_6_2
    } else {
      self =
        header.has("frametime") ? .from0_6_0 : header.has("cpu_temp") ? .from0_5 : .from0_3
    }
  }
}

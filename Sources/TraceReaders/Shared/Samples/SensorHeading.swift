internal import Decoding
internal import Recordings
internal import Units

/// The heading of a column of samples, such as `GPU Load [%]` or `Framerate (FPS)`: a name and a unit.
struct SensorHeading: Sendable {
  /// The whole heading, in which a degree sign of a Windows encoding is repaired.
  let text: String
  /// The heading without its unit.
  let name: String
  /// The unit without the degree sign, such as `C`; empty if the heading has none.
  let unit: String

  init(_ heading: String) {
    // Of the characters that such headings contain, only the degree sign is not ASCII in a Windows encoding.
    text = harmless(heading.replacing("\u{FFFD}", with: "°"), limit: 200)
    let (name, unit) = Self.parts(of: text)
    self.name = name
    self.unit = unit.replacing("°", with: "")
  }

  private static func parts(of text: String) -> (name: String, unit: String) {
    for (opening, closing) in [("[", "]"), ("(", ")")] as [(Character, Character)]
    where text.last == closing {
      guard let start = text.lastIndex(of: opening) else { continue }
      let unit = String(text[text.index(after: start)...].dropLast())
      // A word in round brackets may also belong to the name, as in `Framerate (Presented)`.
      guard opening == "[" || PolledSensor.isUnit(unit) else { continue }
      return (String(text[..<start]).trimmingSpaces, unit)
    }
    return (text, "")
  }

  /// The sensor of the column, by the name that the log gives to it.
  ///
  /// - Parameters:
  ///   - name: the name of the sensor, which is the heading unless another column has the same heading.
  ///   - role: the role of the sensor in metrics.
  func sensor(named name: String, role: Counter.Role) -> PolledSensor {
    PolledSensor(name, unit: unit, role: role)
  }
}

extension String {
  fileprivate var trimmingSpaces: String {
    var text = Substring(self)
    while text.last?.isWhitespace == true { text.removeLast() }
    return String(text.drop { $0.isWhitespace })
  }
}

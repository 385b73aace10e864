internal import Analysis
internal import Decoding
internal import Recordings
internal import Units

extension RunSummary {
  /// When the run was measured: the date in `run.json` or in its trace, or else the time in the name of its file, as
  /// CapFrameX and MangoHud write it.
  var timeOfMeasurement: SessionDesign.RunTime {
    let named = [origin.source, name].lazy.compactMap { Instant(inName: $0) }.first
    guard let date = description.date else {
      return named.map { .known($0.milliseconds) } ?? .unknown
    }
    // A date without a time of day does not tell which of two runs came first.
    let hasTime = date.contains(":") || !date.contains { "-./".contains($0) }
    if hasTime || named == nil, let instant = Instant(date) { return .known(instant.milliseconds) }
    return named.map { .known($0.milliseconds) } ?? .impossible(date.harmless)
  }
}

extension Instant {
  /// Finds a date and time of day in the name of a file, such as `game_2024-11-08_13-45-10.csv` or
  /// `CapFrameX-game.exe-2024-05-10T205432.json`; `nil` without one.
  init?(inName name: String) {
    let file = name.split(separator: "/").last ?? ""
    let groups = file.split { !$0.isASCII || !$0.isNumber }
    for start in groups.indices {
      var digits = ""
      var end = file.startIndex
      for group in groups[start...] where digits.count < 14 {
        // A few signs separate the parts of a date; more separate a date from something else.
        if !digits.isEmpty, file.distance(from: end, to: group.startIndex) > 2 { break }
        digits += group
        end = group.endIndex
      }
      if digits.count == 14, digits.hasPrefix("19") || digits.hasPrefix("20"),
        let instant = Instant(dateDigits: Array(digits))
      {
        self = instant
        return
      }
    }
    return nil
  }

  /// Year, month, day, hour, minute and second as 14 digits.
  private init?(dateDigits digits: [Character]) {
    func part(_ range: Range<Int>) -> String { String(digits[range]) }
    let date = "\(part(0..<4))-\(part(4..<6))-\(part(6..<8))"
    self.init("\(date)T\(part(8..<10)):\(part(10..<12)):\(part(12..<14))")
  }
}

@testable import Documents

/// Interprets the paths that `PathData` writes.
enum PathReading {
  static func places(of data: String) -> [(x: Double, y: Double)] {
    var reader = Reader(text: Array(data.utf8))
    return reader.places()
  }

  private struct Reader {
    let text: [UInt8]
    var position = 0
    var x = 0.0
    var y = 0.0
    var start = (0.0, 0.0)

    mutating func places() -> [(x: Double, y: Double)] {
      var places: [(x: Double, y: Double)] = []
      while position < text.count {
        let command = Character(UnicodeScalar(text[position]))
        position += 1
        obey(command)
        places.append((x, y))
      }
      return places
    }

    private mutating func obey(_ command: Character) {
      switch command {
      case "M":
        (x, y) = (number(), number())
        start = (x, y)
      case "m":
        (x, y) = (x + number(), y + number())
        start = (x, y)
      case "l": (x, y) = (x + number(), y + number())
      case "h": x += number()
      case "v": y += number()
      case "a":
        for _ in 0..<5 { _ = number() }
        (x, y) = (x + number(), y + number())
      case "z": (x, y) = start
      default: (x, y) = (.nan, .nan)
      }
    }

    /// The next number; NaN if there is none.
    private mutating func number() -> Double {
      while position < text.count, text[position] == UInt8(ascii: " ") { position += 1 }
      let begin = position
      while position < text.count, "0123456789.-".utf8.contains(text[position]),
        position == begin || text[position] != UInt8(ascii: "-")
      {
        position += 1
      }
      return Double(String(decoding: text[begin..<position], as: UTF8.self)) ?? .nan
    }
  }
}

extension Drawing {
  /// Every point of every line of the picture.
  var places: [(x: Double, y: Double)] {
    items.flatMap { item -> [(x: Double, y: Double)] in
      if case .path(let data, _, _) = item { PathReading.places(of: data) } else { [] }
    }
  }
}

import Testing

@testable import Documents

@Suite("Colors of charts")
struct PaletteTests {
  private static let palettes = [Palette.light, Palette.dark]

  /// Red, green and blue as linear light, not as signal values: IEC 61966-2-1.
  private static func light(_ color: String) -> [Double] {
    let number = Int(color.dropFirst(), radix: 16) ?? 0
    return [16, 8, 0].map { shift in
      let share = Double(number >> shift & 255) / 255
      // (share + 0.055) / 1.055 to the power of 12/5 = 2.4, with a fifth root by Newton's method.
      let base = (share + 0.055) / 1.055
      var root = 1.0
      for _ in 0..<60 {
        root -= (root * root * root * root * root - base) / (5 * root * root * root * root)
      }
      let square = root * root
      let fourth = square * square
      return share <= 0.04045 ? share / 12.92 : fourth * fourth * fourth
    }
  }

  /// The contrast of two colors by WCAG 2.
  private static func contrast(_ one: String, _ other: String) -> Double {
    let (a, b) = (luminance(one), luminance(other))
    return (max(a, b) + 0.05) / (min(a, b) + 0.05)
  }

  private static func luminance(_ color: String) -> Double {
    zip(light(color), [0.2126, 0.7152, 0.0722]).map(*).reduce(0, +)
  }

  @Test("the contrast is that of WCAG: black on white is 21 : 1, and #767676 is 4.54 : 1")
  func formula() {
    #expect(abs(Self.contrast("#000000", "#ffffff") - 21) < 1e-9)
    #expect(abs(Self.contrast("#767676", "#ffffff") - 4.54) < 0.005)
  }

  @Test("every series has enough contrast with the page, and text has more")
  func contrasts() {
    for palette in Self.palettes {
      #expect(palette.series.count == Palette.seriesCount)
      for color in palette.series + [palette.warning, palette.better, palette.worse] {
        #expect(Self.contrast(color, palette.page) >= 3, "\(color)")
      }
      for color in [palette.ink, palette.quiet] {
        #expect(Self.contrast(color, palette.page) >= 4.5, "\(color)")
      }
    }
  }

  /// Matrices that simulate the absence of one of the three kinds of cones, for linear light.
  ///
  /// Source: Machado, Oliveira and Fernandes 2009, severity 1.
  private static let blindness: [String: [[Double]]] = [
    "none": [[1, 0, 0], [0, 1, 0], [0, 0, 1]],
    "protanopia": [
      [0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216],
      [-0.003882, -0.048116, 1.051998],
    ],
    "deuteranopia": [
      [0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413],
      [-0.011820, 0.042940, 0.968881],
    ],
  ]

  @Test("the first three series can be distinguished without seeing red or green")
  func apart() {
    for palette in Self.palettes {
      for (name, matrix) in Self.blindness {
        let seen = palette.series.prefix(3).map { color -> [Double] in
          let light = Self.light(color)
          return matrix.map { row in zip(row, light).map(*).reduce(0, +) }
        }
        for (index, one) in seen.enumerated() {
          for other in seen[..<index] {
            let distance = zip(one, other).map { ($0 - $1) * ($0 - $1) }.reduce(0, +).squareRoot()
            #expect(distance > 0.12, "\(name): \(palette.series)")
          }
        }
      }
    }
  }
}

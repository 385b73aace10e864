import Statistics

/// Noise for generated series.
enum SampleNoise {
  /// `numpy.random.default_rng(12345).standard_normal(200).round(4)`, NumPy 2.4.
  static let normal: [Double] = [
    -1.4238, 1.2637, -0.8707, -0.2592, -0.0753, -0.7409, -1.3678, 0.6489, 0.3611, -1.9529,
    2.3474, 0.9685, -0.7594, 0.9022, -0.467, -0.0607, 0.7888, -1.2567, 0.5759, 1.399,
    1.3223, -0.2997, 0.9029, -1.6216, -0.1582, 0.4495, -1.3436, -0.0817, 1.7247, 2.6182,
    0.7774, 0.8286, -0.959, -1.2094, -1.4123, 0.5415, 0.7519, -0.6588, -1.2287, 0.2576,
    0.3129, -0.1308, 1.27, -0.093, -0.0662, -1.1082, 0.136, 1.3471, 0.0611, 0.0709,
    0.4337, 0.2775, 0.5303, 0.5367, 0.6184, -0.795, 0.3, -1.6027, 0.2668, -1.2616,
    -0.0713, 0.474, -0.4149, 0.0977, -1.6404, -0.8573, 0.6883, -1.1545, 0.6505, -1.3884,
    -0.9074, -1.0954, 0.0071, 0.5344, -1.0658, -0.1815, 1.622, -0.3174, -0.8158, 0.3866,
    -0.2236, -0.7017, -1.7957, 0.8183, -0.571, 0.0008, -1.0636, 1.3017, 0.7479, 0.9809,
    -0.1104, 0.4679, 0.8906, 1.023, 0.3124, -0.0619, -0.3595, -0.7486, -0.9655, 0.36,
    -0.2446, -1.9959, -0.1552, 1.0638, -0.2752, -1.8533, -0.1243, 0.785, 0.202, -0.4281,
    1.8483, 1.9, -0.0984, 0.8134, 0.3925, 0.7814, 1.4533, 0.8202, 0.0877, -0.6535,
    -0.8119, -0.0255, 1.1582, 0.3005, 0.0531, 0.2573, 0.0357, 0.5472, -1.123, -1.9752,
    -0.4252, -1.1491, 1.6151, -0.1585, -0.2529, -1.5382, 0.2821, -0.6236, 1.1218, 0.8412,
    -0.7759, 0.4107, -2.7224, -0.6733, 1.2462, 0.7902, 0.1753, -0.0293, -1.4195, -1.36,
    0.2234, 1.7618, -2.1709, 0.6285, 0.6012, 0.9508, -0.8692, -0.529, 0.0457, -1.0276,
    -1.2293, -0.8834, -0.0709, 0.3741, -0.0246, 0.0773, -0.6839, -0.7208, 1.1206, -0.0548,
    -0.0824, 0.936, 1.2385, 1.2728, 0.4059, -0.0503, 0.2893, 0.1793, 1.3975, 0.292,
    0.6384, -0.0279, 1.3711, -2.0528, 0.3805, 0.7554, -1.1591, 2.1503, -0.1503, -0.1612,
    -1.0794, 0.878, 0.2245, -0.5916, 0.2263, 0.6862, 1.215, 0.2161, -0.9648, -0.5566,
  ]

  /// Independent standard normal numbers.
  static func normal(count: Int, seed: UInt64) -> [Double] {
    var generator = SplitMix64(seed: Fingerprint(of: "noise \(seed)").value)
    return (0..<count).map { _ in Normal.quantile(uniform(&generator)) }
  }

  /// Normal noise of 1.7% with outliers of 10% to 30% at 3% of the points.
  static func spiky(count: Int, seed: UInt64) -> [Double] {
    var generator = SplitMix64(seed: Fingerprint(of: "spikes \(seed)").value)
    return normal(count: count, seed: seed).map { number in
      let height = 0.1 + 0.2 * uniform(&generator)
      return 0.017 * number + (uniform(&generator) < 0.03 ? height : 0)
    }
  }

  /// A number between 0 and 1, both excluded.
  private static func uniform(_ generator: inout SplitMix64) -> Double {
    (Double(generator.next() >> 11) + 0.5) / 9_007_199_254_740_992
  }
}

extension ChangePointSeries {
  /// A series with a level of 100 and noise of 2%, multiplied by a factor from some positions on.
  init(_ key: String, noise: [Double], factors: [(from: Int, factor: Double)] = []) {
    let values = noise.enumerated().map { index, number in
      let factor = factors.last { $0.from <= index }?.factor ?? 1
      return 100 * factor * (1 + 0.02 * number)
    }
    self.init(key: key, values: values, kind: .positive)
  }
}

extension ChangePointAnalysis {
  /// The positions of confirmed changes.
  var confirmed: [Int] {
    changes.filter(\.evidence.isConfirmed).map(\.index)
  }
}

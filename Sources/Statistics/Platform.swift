// Which library has the mathematical functions differs by system; only this file needs to know.
#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

extension Double {
  /// The natural logarithm.
  var logarithm: Double { log(self) }

  /// The natural logarithm of one more.
  var logarithmOfOneMore: Double { log1p(self) }

  /// The power of e.
  var exponential: Double { exp(self) }

  /// The natural logarithm of the gamma function, for numbers above 0.
  var logarithmOfGamma: Double { lgamma(self) }
}

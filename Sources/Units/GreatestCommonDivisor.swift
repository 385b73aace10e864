/// The greatest common divisor of two numbers of at least 0; if one of them is 0, the other number.
public func greatestCommonDivisor(_ a: Nanoseconds, _ b: Nanoseconds) -> Nanoseconds {
  var (a, b) = (a, b)
  while b != 0 { (a, b) = (b, a % b) }
  return a
}

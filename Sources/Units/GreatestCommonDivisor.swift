/// The greatest common divisor of two numbers that are not below 0; the other number if one of them is 0.
public func greatestCommonDivisor(_ a: Nanoseconds, _ b: Nanoseconds) -> Nanoseconds {
  var (a, b) = (a, b)
  while b != 0 { (a, b) = (b, a % b) }
  return a
}

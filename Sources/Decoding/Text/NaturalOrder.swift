/// Whether a name comes before another if numbers in names are compared by value: `2` before `10`.
package func comesNaturallyBefore(_ left: String, _ right: String) -> Bool {
  var (first, second) = (left.utf8[...], right.utf8[...])
  while let one = first.first, let other = second.first {
    if Byte.isDigit(one), Byte.isDigit(other) {
      let numbers = (takeNumber(from: &first), takeNumber(from: &second))
      if numbers.0.count != numbers.1.count { return numbers.0.count < numbers.1.count }
      if numbers.0 != numbers.1 { return numbers.0.lexicographicallyPrecedes(numbers.1) }
    } else {
      if one != other { return one < other }
      first.removeFirst()
      second.removeFirst()
    }
  }
  // The names differ only in leading zeros, or one is a prefix of the other.
  return first.isEmpty && second.isEmpty ? left < right : first.isEmpty
}

/// Removes the digits at the beginning and returns them without leading zeros.
private func takeNumber(from text: inout Substring.UTF8View) -> [UInt8] {
  let digits = text.prefix { Byte.isDigit($0) }
  text = text.dropFirst(digits.count)
  return Array(digits.drop { $0 == Byte.zero })
}

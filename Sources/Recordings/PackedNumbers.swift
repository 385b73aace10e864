/// Numbers in the order of a trace, to the bit.
///
/// Traces write numbers with a few decimals, so that most are a whole number over a power of ten, or what a factor of
/// a unit makes of that: four bytes each where they lie close together, else eight. Those beyond a quarter of a million go to
/// a temporary file as they are. Growing never moves what is there.
struct PackedNumbers: Sendable, Equatable {
  /// What is packed, `1 << shelfBits` numbers each.
  private var shelves: [Shelf] = []
  /// The bits of the last numbers, fewer than a shelf has.
  private var fresh: [UInt64] = []
  /// The form of the last shelf that has one, which that of the next mostly is.
  private var form = NumberForm.all[0]
  /// The bits of those behind the last shelf there may be; then none are fresh.
  private var rest: ShelvedColumn<UInt64>

  private static let shelfBits = 10
  private static let mostShelves = 256

  /// Creates an empty list.
  ///
  /// - Parameter file: where numbers go that are too many for memory.
  init(file: ColumnFile) { rest = ShelvedColumn(shelvesInMemory: 0, file: file) }

  /// How many there are.
  var count: Int { packedCount + fresh.count + rest.count }

  private var packedCount: Int { shelves.count << Self.shelfBits }

  /// The bits of the number at a position.
  subscript(position: Int) -> UInt64 {
    let shelf = position >> Self.shelfBits
    let place = position & (1 << Self.shelfBits - 1)
    if shelf < shelves.count { return shelves[shelf][place] }
    return shelf < Self.mostShelves ? fresh[place] : rest[position - packedCount]
  }

  /// Adds a number at the end.
  ///
  /// - Parameter bits: of any double.
  mutating func append(_ bits: UInt64) {
    guard shelves.count < Self.mostShelves else { return rest.append(bits) }
    fresh.append(bits)
    guard fresh.count == 1 << Self.shelfBits else { return }
    if let packed = packedShelf() {
      form = packed.form
      shelves.append(packed)
      fresh.removeAll(keepingCapacity: true)
    } else {
      shelves.append(Shelf(bits: fresh))
      fresh = []
      fresh.reserveCapacity(1 << Self.shelfBits)
    }
  }

  /// Gives back the memory of numbers that have been passed; see `ShelvedColumn`.
  func release(before position: Int) { rest.release(before: max(position - packedCount, 0)) }

  private func packedShelf() -> Shelf? {
    if let shelf = Shelf(fresh, as: form) { return shelf }
    for form in NumberForm.all {
      if let shelf = Shelf(fresh, as: form) { return shelf }
    }
    return nil
  }
}

/// How a number comes of a whole one.
private struct NumberForm: Sendable, Equatable {
  /// What the decimals are over.
  let power: Double
  /// From the unit of a trace to the base unit.
  let factor: Double
  /// The same for what is divided: the nearest number to a hundredth is not that times 0.01.
  let divisor: Double

  /// Decimals as they are; of megabytes by 10⁶ and 2²⁰, of gigabytes by 2³⁰, and of percent.
  static let all: [NumberForm] = [(1, 1), (1e6, 1), (0x1p20, 1), (0x1p30, 1), (1, 100)].flatMap {
    scale in
    [1, 10, 100, 1e3, 1e4, 1e5, 1e6].map {
      NumberForm(power: $0, factor: scale.0, divisor: scale.1)
    }
  }

  /// The number that a whole one stands for.
  func number(_ digits: Int64) -> Double { Double(digits) / power * factor / divisor }

  /// The whole number that stands for a number; `nil` where none does to the bit.
  func digits(of bits: UInt64) -> Int64? {
    let product = Double(bitPattern: bits) * divisor / factor * power
    // Below, every whole number is a double; the comparison fails for what is no number.
    guard abs(product) < 0x1p53 else { return nil }
    let digits = Int64(product.rounded())
    return number(digits).bitPattern == bits ? digits : nil
  }
}

/// Numbers that are packed alike.
private struct Shelf: Sendable, Equatable {
  let form: NumberForm
  private let base: Int64
  /// What each whole number is above the base; empty where nothing is packed.
  private let steps: [Int32]
  /// The bits of all numbers where nothing is packed, else of those without a step.
  private let bits: [UInt64]
  /// Where the latter are, rising.
  private let places: [UInt16]

  /// Stands for a number that is not of the form.
  private static let other = Int32.min

  init(bits: [UInt64]) {
    (form, base, steps, places) = (NumberForm.all[0], 0, [], [])
    self.bits = bits
  }

  /// Packs numbers; fails where more than an eighth of them are not of the form.
  init?(_ numbers: [UInt64], as form: NumberForm) {
    var (steps, places, others): ([Int32], [UInt16], [UInt64]) = ([], [], [])
    steps.reserveCapacity(numbers.count)
    var base: Int64?
    for bits in numbers {
      let digits = form.digits(of: bits)
      base = base ?? digits
      if let digits, let base, let step = Int32(exactly: digits - base), step != Self.other {
        steps.append(step)
      } else {
        guard others.count < numbers.count / 8 else { return nil }
        places.append(UInt16(steps.count))
        others.append(bits)
        steps.append(Self.other)
      }
    }
    self.form = form
    self.base = base ?? 0
    self.steps = steps
    self.places = places
    self.bits = others
  }

  subscript(place: Int) -> UInt64 {
    if steps.isEmpty { return bits[place] }
    let step = steps[place]
    guard step == Self.other else { return form.number(base + Int64(step)).bitPattern }
    return bits[places.partitioningIndex { $0 >= place }]
  }
}

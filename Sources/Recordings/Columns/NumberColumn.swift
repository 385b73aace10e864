/// An array of numbers, or of other plain values of a fixed size, in the order of the entries of a trace.
///
///     let presents: NumberColumn<Nanoseconds> = [0, 16_700_000, 33_400_000]
///
/// A column is a plain array in memory: the presents of ten million frames take 80 MB.
public typealias NumberColumn<Number> = ContiguousArray<Number>

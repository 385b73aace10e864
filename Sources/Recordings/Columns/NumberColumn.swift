/// An array of numbers, or of other values of a fixed size, from a trace, such as one number per frame.
///
///     let presents: NumberColumn<Nanoseconds> = [0, 16_700_000, 33_400_000]
///
/// A column is a plain array in memory: the presents of ten million frames take 80 MB.
public typealias NumberColumn<Number> = ContiguousArray<Number>

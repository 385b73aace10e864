// Square roots, rounding and fused products are in the C library if the processor has none; IEEE
// 754 fixes their results. No other function of it is called, but the import links it.
#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

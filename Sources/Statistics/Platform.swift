// Square roots, rounding and fused products are the C library's where the processor has none; IEEE 754
// leaves them no choice of result. Nothing else of it is called, but the import is what links it.
#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

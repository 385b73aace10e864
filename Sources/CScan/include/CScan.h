// Finds the fields of a line of CSV, and reads decimal numbers.
//
// A line is scanned 64 bytes at a time: with AVX2 or SSE2 on x86-64, chosen when the program runs, with NEON on arm64, and
// with plain 64-bit words elsewhere. All variants give equal results; the tests compare them with random bytes.
//
// No function reads a byte outside the range that it is given.

#ifndef CSCAN_H
#define CSCAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/// One line of CSV.
typedef struct {
  /// Bytes before the newline; all bytes if there is no newline.
  uint32_t length;
  /// Number of fields: one more than there are commas outside quotes.
  uint32_t fields;
  /// Whether the line contains a quote.
  bool has_quotes;
} cscan_line;

/// Offsets that `cscan_find` may write beyond the capacity it is given.
#define CSCAN_SLACK 64

/// Finds the commas and the end of a line.
///
/// A comma between two quotes separates nothing. A newline ends the line even between quotes.
///
/// @param start the first byte of the line
/// @param count bytes that may be read, less than 4 GiB
/// @param offsets receives the offset of the first byte behind each comma, in order. There must be space for
///   `capacity + CSCAN_SLACK` offsets. Commas after the first `capacity` are counted; their offsets may be left out.
typedef cscan_line cscan_function(
    const uint8_t *start, size_t count, uint32_t *offsets, size_t capacity);

/// The fastest variant that this processor can run.
cscan_line cscan_find(const uint8_t *start, size_t count, uint32_t *offsets, size_t capacity);

/// A variant, for tests.
typedef struct {
  const char *name;
  cscan_function *function;
} cscan_variant;

/// The variants that this processor can run, the portable one first; the last one has no name.
const cscan_variant *cscan_variants(void);

/// A decimal number: `mantissa` × 10^`exponent`, negated or not.
typedef struct {
  uint64_t mantissa;
  int32_t exponent;
  bool is_negative;
} cscan_number;

/// Loads 0 to 8 bytes; the first is in the lowest bits and the others are followed by zeros.
static inline uint64_t cscan_load(const uint8_t *bytes, size_t count) {
  uint64_t word = 0;
  if (count >= 8) {
    memcpy(&word, bytes, 8);
  } else if (count >= 4) {
    // Two loads that overlap cover 4 to 7 bytes.
    uint32_t low, high;
    memcpy(&low, bytes, 4);
    memcpy(&high, bytes + count - 4, 4);
    word = low | (uint64_t)high << (8 * (count - 4));
  } else {
    for (size_t index = 0; index < count; index++) word |= (uint64_t)bytes[index] << (8 * index);
  }
  return word;
}

/// Reads 1 to 8 digits at once.
///
/// @param word the digits' bytes, the first in the lowest bits
/// @return false if a byte is no digit
static inline bool cscan_digits(uint64_t word, size_t count, uint64_t *number) {
  // The last digit goes to the highest byte, and zeros come before the first.
  const uint64_t digits = (word ^ 0x3030303030303030) << (8 * (8 - count));
  if ((((digits + 0x7676767676767676) | digits) & 0x8080808080808080) != 0) return false;
  // Neighbors are joined: first to pairs, then to fours, then to eight digits.
  const uint64_t pairs = (digits * 10 + (digits >> 8)) & 0x00ff00ff00ff00ff;
  const uint64_t fours = (pairs * 100 + (pairs >> 16)) & 0x0000ffff0000ffff;
  *number = (fours * 10000 + (fours >> 32)) & 0xffffffff;
  return true;
}

/// The index of the first point among the bytes of a word; 8 or more if there is none.
static inline size_t cscan_point(uint64_t word) {
  const uint64_t low = 0x7f7f7f7f7f7f7f7f, difference = word ^ 0x2e2e2e2e2e2e2e2e;
  // A byte's highest bit is set unless the byte is a point; carries do not leave a byte.
  const uint64_t points = ~(((difference & low) + low) | difference | low);
  return points == 0 ? 8 : (size_t)__builtin_ctzll(points) >> 3;
}

static const uint64_t cscan_powers[] = {1, 10, 100, 1000, 10000, 100000, 1000000, 10000000, 100000000};

/// Reads any number of digits, with at most one minus before them and at most one point among them.
static inline bool cscan_long_number(const uint8_t *bytes, size_t count, cscan_number *number) {
  size_t index = number->is_negative ? 1 : 0, digits = 0;
  for (; index < count && (uint8_t)(bytes[index] - '0') < 10; index++, digits++)
    number->mantissa = number->mantissa * 10 + (uint64_t)(bytes[index] - '0');
  if (index < count && bytes[index] == '.') {
    const size_t first = ++index, places = count - first;
    uint64_t fraction;
    if (places > 0 && places <= 8 && cscan_digits(cscan_load(bytes + first, places), places, &fraction)) {
      number->mantissa = number->mantissa * cscan_powers[places] + fraction;
      index += places;
      digits += places;
    }
    for (; index < count && (uint8_t)(bytes[index] - '0') < 10; index++, digits++)
      number->mantissa = number->mantissa * 10 + (uint64_t)(bytes[index] - '0');
    number->exponent = -(int32_t)(index - first);
  }
  return index == count && digits > 0 && digits < 20;
}

/// Reads a number of 1 to 19 digits, with at most one minus before them and at most one point among them.
///
/// @return false if the bytes are anything else
static inline bool cscan_read(const uint8_t *bytes, size_t count, cscan_number *number) {
  if (count == 0 || count > 20) return false;
  *number = (cscan_number){0, 0, bytes[0] == '-'};
  uint64_t high, low;
  if (count > 8 && count <= 16 && cscan_digits(cscan_load(bytes, 8), 8, &high)
      && cscan_digits(cscan_load(bytes + 8, count - 8), count - 8, &low)) {
    number->mantissa = high * cscan_powers[count - 8] + low;
    return true;
  }
  if (number->is_negative || count > 9) return cscan_long_number(bytes, count, number);
  const uint64_t word = cscan_load(bytes, count);
  const size_t point = cscan_point(word);
  if (point == 8)
    return count <= 8 ? cscan_digits(word, count, &number->mantissa) : cscan_long_number(bytes, count, number);
  // The bytes behind the point move over it.
  const uint64_t behind = cscan_load(bytes + 1, count - 1), before = ((uint64_t)1 << (8 * point)) - 1;
  number->exponent = -(int32_t)(count - point - 1);
  return count > 1 && cscan_digits((word & before) | (behind & ~before), count - 1, &number->mantissa);
}

#endif

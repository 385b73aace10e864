#include "CScan.h"

#include <stdatomic.h>

#if defined(__x86_64__)
#include <cpuid.h>
#include <immintrin.h>
#elif defined(__aarch64__)
#include <arm_neon.h>
#endif

// Which of 64 bytes are commas, newlines and quotes: bit k is byte k.
typedef struct {
  uint64_t commas, newlines, quotes;
} masks;

#define INLINE static inline __attribute__((always_inline))

// MARK: - Portable

// Bit k is set if byte k of the word is the given byte.
INLINE uint64_t equal_bytes(uint64_t word, uint8_t byte) {
  const uint64_t low = 0x7f7f7f7f7f7f7f7f, difference = word ^ 0x0101010101010101 * byte;
  // A byte's highest bit is set unless the byte is equal; carries do not leave a byte.
  const uint64_t equal = ~(((difference & low) + low) | difference | low);
  // The multiplication moves bit 8k to bit 56 + k.
  return ((equal >> 7) * 0x0102040810204080) >> 56;
}

INLINE masks masks_portable(const uint8_t *bytes) {
  masks found = {0, 0, 0};
  for (int offset = 0; offset < 64; offset += 8) {
    uint64_t word;
    memcpy(&word, bytes + offset, 8);
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    word = __builtin_bswap64(word);
#endif
    found.commas |= equal_bytes(word, ',') << offset;
    found.newlines |= equal_bytes(word, '\n') << offset;
    found.quotes |= equal_bytes(word, '"') << offset;
  }
  return found;
}

// MARK: - x86-64

#if defined(__x86_64__)

INLINE masks masks_sse2(const uint8_t *bytes) {
  masks found = {0, 0, 0};
  const __m128i comma = _mm_set1_epi8(','), newline = _mm_set1_epi8('\n'), quote = _mm_set1_epi8('"');
  for (int offset = 0; offset < 64; offset += 16) {
    const __m128i vector = _mm_loadu_si128((const __m128i *)(bytes + offset));
    found.commas |= (uint64_t)(uint32_t)_mm_movemask_epi8(_mm_cmpeq_epi8(vector, comma)) << offset;
    found.newlines |= (uint64_t)(uint32_t)_mm_movemask_epi8(_mm_cmpeq_epi8(vector, newline)) << offset;
    found.quotes |= (uint64_t)(uint32_t)_mm_movemask_epi8(_mm_cmpeq_epi8(vector, quote)) << offset;
  }
  return found;
}

#define AVX2 __attribute__((target("avx2,bmi,bmi2,lzcnt,popcnt")))

AVX2 INLINE masks masks_avx2(const uint8_t *bytes) {
  masks found = {0, 0, 0};
  const __m256i comma = _mm256_set1_epi8(','), newline = _mm256_set1_epi8('\n'), quote = _mm256_set1_epi8('"');
  for (int offset = 0; offset < 64; offset += 32) {
    const __m256i vector = _mm256_loadu_si256((const __m256i *)(bytes + offset));
    found.commas |= (uint64_t)(uint32_t)_mm256_movemask_epi8(_mm256_cmpeq_epi8(vector, comma)) << offset;
    found.newlines |= (uint64_t)(uint32_t)_mm256_movemask_epi8(_mm256_cmpeq_epi8(vector, newline)) << offset;
    found.quotes |= (uint64_t)(uint32_t)_mm256_movemask_epi8(_mm256_cmpeq_epi8(vector, quote)) << offset;
  }
  return found;
}

#endif

// MARK: - arm64

#if defined(__aarch64__)

// One bit per byte of four vectors of zeros and ones.
INLINE uint64_t bits_of(uint8x16_t a, uint8x16_t b, uint8x16_t c, uint8x16_t d) {
  const uint8x16_t weights = {1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128};
  uint8x16_t low = vpaddq_u8(vandq_u8(a, weights), vandq_u8(b, weights));
  const uint8x16_t high = vpaddq_u8(vandq_u8(c, weights), vandq_u8(d, weights));
  low = vpaddq_u8(low, high);
  low = vpaddq_u8(low, low);
  return vgetq_lane_u64(vreinterpretq_u64_u8(low), 0);
}

INLINE masks masks_neon(const uint8_t *bytes) {
  const uint8x16_t a = vld1q_u8(bytes), b = vld1q_u8(bytes + 16), c = vld1q_u8(bytes + 32), d = vld1q_u8(bytes + 48);
#define FIND(byte)                                                                                                     \
  bits_of(vceqq_u8(a, vdupq_n_u8(byte)), vceqq_u8(b, vdupq_n_u8(byte)), vceqq_u8(c, vdupq_n_u8(byte)),                 \
          vceqq_u8(d, vdupq_n_u8(byte)))
  return (masks){FIND(','), FIND('\n'), FIND('"')};
#undef FIND
}

#endif

// MARK: - Lines

// Byte by byte, for the few lines with quotes.
static cscan_line find_quoted(const uint8_t *start, size_t count, uint32_t *offsets, size_t capacity) {
  cscan_line line = {0, 1, true};
  bool is_quoted = false;
  for (; line.length < count && start[line.length] != '\n'; line.length++) {
    if (start[line.length] == '"') is_quoted = !is_quoted;
    if (start[line.length] != ',' || is_quoted) continue;
    if (line.fields <= capacity) offsets[line.fields - 1] = line.length + 1;
    line.fields++;
  }
  return line;
}

// The function `name` finds a line with the masks of `masks_name`.
#define DEFINE_FIND(name, attributes)                                                                                  \
  attributes static cscan_line find_##name(                                                                            \
      const uint8_t *start, size_t count, uint32_t *offsets, size_t capacity) {                                        \
    size_t commas = 0;                                                                                                 \
    for (size_t position = 0; position < count; position += 64) {                                                      \
      const size_t left = count - position;                                                                            \
      masks found;                                                                                                     \
      if (left >= 64) {                                                                                                \
        found = masks_##name(start + position);                                                                        \
      } else {                                                                                                         \
        /* A copy, because no byte behind the last may be read. */                                                     \
        uint8_t tail[64] = {0};                                                                                        \
        memcpy(tail, start + position, left);                                                                          \
        found = masks_##name(tail);                                                                                    \
      }                                                                                                                \
      /* All bits up to the first newline; all bits if there is none. */                                               \
      const uint64_t line = found.newlines ^ (found.newlines - 1);                                                     \
      if ((found.quotes & line) != 0) return find_quoted(start, count, offsets, capacity);                             \
      uint64_t rest = found.commas & line;                                                                             \
      if (commas < capacity) {                                                                                         \
        for (; rest != 0; rest &= rest - 1)                                                                            \
          offsets[commas++] = (uint32_t)(position + (size_t)__builtin_ctzll(rest) + 1);                                \
      } else {                                                                                                         \
        commas += (size_t)__builtin_popcountll(rest);                                                                  \
      }                                                                                                                \
      if (found.newlines != 0)                                                                                         \
        return (cscan_line){                                                                                           \
            (uint32_t)(position + (size_t)__builtin_ctzll(found.newlines)), (uint32_t)commas + 1, false};              \
    }                                                                                                                  \
    return (cscan_line){(uint32_t)count, (uint32_t)commas + 1, false};                                                 \
  }

DEFINE_FIND(portable, )

#if defined(__x86_64__)
DEFINE_FIND(sse2, )
DEFINE_FIND(avx2, AVX2)

// Whether the processor has AVX2 and the system saves its registers.
static bool has_avx2(void) {
  unsigned a, b, c, d;
  const unsigned saves_registers = 1u << 27, has_vectors = 1u << 28, popcount = 1u << 23;
  if (!__get_cpuid(1, &a, &b, &c, &d)) return false;
  if ((c & (saves_registers | has_vectors | popcount)) != (saves_registers | has_vectors | popcount)) return false;
  unsigned low, high;
  __asm__("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
  if ((low & 6) != 6) return false;
  const unsigned avx2 = 1u << 5, bmi = 1u << 3, bmi2 = 1u << 8;
  if (!__get_cpuid_count(7, 0, &a, &b, &c, &d) || (b & (avx2 | bmi | bmi2)) != (avx2 | bmi | bmi2)) return false;
  return __get_cpuid(0x80000001, &a, &b, &c, &d) && (c & (1u << 5)) != 0;
}
#elif defined(__aarch64__)
DEFINE_FIND(neon, )
#endif

const cscan_variant *cscan_variants(void) {
#if defined(__x86_64__)
  static const cscan_variant all[] = {
      {"portable", find_portable}, {"SSE2", find_sse2}, {"AVX2", find_avx2}, {NULL, NULL}};
  static const cscan_variant without_avx2[] = {{"portable", find_portable}, {"SSE2", find_sse2}, {NULL, NULL}};
  return has_avx2() ? all : without_avx2;
#elif defined(__aarch64__)
  static const cscan_variant all[] = {{"portable", find_portable}, {"NEON", find_neon}, {NULL, NULL}};
  return all;
#else
  static const cscan_variant all[] = {{"portable", find_portable}, {NULL, NULL}};
  return all;
#endif
}

// The first call chooses the last variant of the list. Threads that choose at the same time choose the same.
static cscan_line choose(const uint8_t *start, size_t count, uint32_t *offsets, size_t capacity);
static _Atomic(cscan_function *) chosen = choose;

static cscan_line choose(const uint8_t *start, size_t count, uint32_t *offsets, size_t capacity) {
  const cscan_variant *variant = cscan_variants();
  while (variant[1].name != NULL) variant++;
  atomic_store_explicit(&chosen, variant->function, memory_order_relaxed);
  return variant->function(start, count, offsets, capacity);
}

cscan_line cscan_find(const uint8_t *start, size_t count, uint32_t *offsets, size_t capacity) {
  return atomic_load_explicit(&chosen, memory_order_relaxed)(start, count, offsets, capacity);
}

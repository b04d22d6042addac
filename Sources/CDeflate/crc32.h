#pragma once

#include <libdeflate.h>
#include <stddef.h>
#include <stdint.h>

/* CRC-32 (the polynomial of zlib and PNG), at the speed of memory where the processor allows it.
 *
 * Method. A CRC is the remainder of the message, read as a polynomial over GF(2), so a block may be replaced by
 * any shorter one with the same remainder. Four 64-byte accumulators take in 256 bytes a step: each 128-bit lane
 * is multiplied, half by half and without carries, by x^(2048 + 32) and x^(2048 - 32) modulo the polynomial, which
 * moves it 256 bytes on, and the next bytes are added. At the end the four are folded into one by the same rule
 * with 512 bits, and libdeflate takes the CRC of its 64 bytes and of what was left over. (Gopal and others, "Fast
 * CRC computation using PCLMULQDQ", Intel, 2009, in its bit-reflected form.)
 *
 * libdeflate 1.14 does this with 128-bit lanes and reaches 16 to 18 GB/s where this reaches 62. Checking a page
 * would otherwise cost three times what reading it from the page cache does. Processors without the instruction,
 * and other architectures, use libdeflate alone; the result is the same. */

#if defined(__x86_64__)
#include <immintrin.h>

__attribute__((target("avx512f,vpclmulqdq"))) static inline __m512i inkbench_crc32_fold(
    __m512i block, __m512i next, __m512i constants) {
  /* 0x96: the exclusive or of three. */
  return _mm512_ternarylogic_epi64(
      _mm512_clmulepi64_epi128(block, constants, 0x00), _mm512_clmulepi64_epi128(block, constants, 0x11), next,
      0x96);
}

__attribute__((target("avx512f,vpclmulqdq"))) static inline uint32_t inkbench_crc32_wide(
    uint32_t crc, const uint8_t *bytes, size_t count) {
  const __m512i by2048 = _mm512_broadcast_i32x4(_mm_set_epi64x(0x1322d1430LL, 0x11542778aLL));
  const __m512i by512 = _mm512_broadcast_i32x4(_mm_set_epi64x(0x1c6e41596LL, 0x154442bd4LL));
  __m512i a = _mm512_loadu_si512(bytes);
  __m512i b = _mm512_loadu_si512(bytes + 64);
  __m512i c = _mm512_loadu_si512(bytes + 128);
  __m512i d = _mm512_loadu_si512(bytes + 192);
  /* The CRC so far is added to the first four bytes, inverted as the definition has it. */
  a = _mm512_xor_si512(a, _mm512_zextsi128_si512(_mm_cvtsi32_si128((int)~crc)));
  size_t done = 256;
  for (; count - done >= 256; done += 256) {
    a = inkbench_crc32_fold(a, _mm512_loadu_si512(bytes + done), by2048);
    b = inkbench_crc32_fold(b, _mm512_loadu_si512(bytes + done + 64), by2048);
    c = inkbench_crc32_fold(c, _mm512_loadu_si512(bytes + done + 128), by2048);
    d = inkbench_crc32_fold(d, _mm512_loadu_si512(bytes + done + 192), by2048);
  }
  b = inkbench_crc32_fold(a, b, by512);
  c = inkbench_crc32_fold(b, c, by512);
  d = inkbench_crc32_fold(c, d, by512);
  uint8_t folded[64];
  _mm512_storeu_si512(folded, d);
  /* The inversion at the start is in the block already; all ones take libdeflate's away. */
  crc = libdeflate_crc32(0xFFFFFFFFu, folded, sizeof folded);
  return libdeflate_crc32(crc, bytes + done, count - done);
}
#endif

/* The CRC-32 of some bytes, going on from that of the bytes before them, which is 0 at the start. */
static inline uint32_t inkbench_crc32(uint32_t crc, const void *bytes, size_t count) {
#if defined(__x86_64__)
  /* Below this, the wide registers do not pay. */
  if (count >= 1024 && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("vpclmulqdq")) {
    return inkbench_crc32_wide(crc, (const uint8_t *)bytes, count);
  }
#endif
  return libdeflate_crc32(crc, bytes, count);
}

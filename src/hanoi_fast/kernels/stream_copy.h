/* memcpy for destinations larger than the last-level cache.
 *
 * A plain store first reads the line that it overwrites; a non-temporal one
 * does not, which doubles the speed once memory is the limit
 * (bench/bench_blocks.py::test_streaming_beyond_the_caches). SSE2 is part of
 * every x86-64, so there is nothing to dispatch; elsewhere memcpy is used as it is.
 */
#ifndef HANOI_FAST_STREAM_COPY_H
#define HANOI_FAST_STREAM_COPY_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#if defined(__SSE2__) || defined(_M_X64)
#include <emmintrin.h>

#define LINE 64

static void stream_copy(uint8_t *target, const uint8_t *source, size_t n)
{
    size_t head = (size_t)(-(uintptr_t)target) % LINE;
    if (n < head + LINE) {
        memcpy(target, source, n);
        return;
    }
    memcpy(target, source, head);
    target += head, source += head, n -= head;
    for (; n >= LINE; target += LINE, source += LINE, n -= LINE) {
        const __m128i *from = (const __m128i *)source;
        __m128i *to = (__m128i *)target;
        __m128i a = _mm_loadu_si128(from), b = _mm_loadu_si128(from + 1);
        __m128i c = _mm_loadu_si128(from + 2), d = _mm_loadu_si128(from + 3);
        _mm_stream_si128(to, a);
        _mm_stream_si128(to + 1, b);
        _mm_stream_si128(to + 2, c);
        _mm_stream_si128(to + 3, d);
    }
    memcpy(target, source, n);
}

/* Non-temporal stores are weakly ordered: no other thread may see the buffer before this. */
static void stream_fence(void) { _mm_sfence(); }

#else

static void stream_copy(uint8_t *target, const uint8_t *source, size_t n) { memcpy(target, source, n); }
static void stream_fence(void) {}

#endif
#endif

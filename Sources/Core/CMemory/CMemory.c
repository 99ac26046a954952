#define _GNU_SOURCE
#include "CMemory.h"

#include <malloc.h>
#include <string.h>

#if defined(__SSE2__)
#include <emmintrin.h>

enum { width = 2 * sizeof(__m128i) };

/// Compares 16 positions with two bytes at once. Bit n is set if both bytes match at position n.
static unsigned half(
    const unsigned char *first, const unsigned char *last, __m128i first_byte, __m128i last_byte) {
    __m128i firsts = _mm_loadu_si128((const __m128i *)first);
    __m128i lasts = _mm_loadu_si128((const __m128i *)last);
    return (unsigned)_mm_movemask_epi8(
        _mm_and_si128(_mm_cmpeq_epi8(firsts, first_byte), _mm_cmpeq_epi8(lasts, last_byte)));
}

/// Searches a haystack that is too short for vectors. memmem builds a table first, which costs more
/// than scanning a few bytes.
static const void *find_in_few(
    const unsigned char *place, size_t haystack_count,
    const unsigned char *needle, size_t needle_count) {
    if (haystack_count < needle_count) return NULL;
    const unsigned char *last = place + (haystack_count - needle_count);
    for (; place <= last; place++) {
        place = memchr(place, needle[0], (size_t)(last - place) + 1);
        if (place == NULL) return NULL;
        if (memcmp(place + 1, needle + 1, needle_count - 1) == 0) return place;
    }
    return NULL;
}

// Compares the first and the last byte of the needle at `width` positions at once, and the other
// bytes only where both match, which is rare in text. The last positions are compared together with
// some of those before them. If both bytes match too often, memmem takes over: it is slower for each
// byte, but its time does not depend on the needle.
const void *cmemory_find(
    const void *haystack, size_t haystack_count, const void *needle, size_t needle_count) {
    const unsigned char *place = haystack, *sought = needle;
    if (needle_count < 2) return memmem(haystack, haystack_count, needle, needle_count);
    if (haystack_count < needle_count - 1 + width)
        return find_in_few(place, haystack_count, sought, needle_count);
    const unsigned char *end = place + haystack_count;
    const unsigned char *stop = end - (needle_count - 1 + width);
    const size_t apart = needle_count - 1;
    const __m128i first = _mm_set1_epi8((char)sought[0]);
    const __m128i last = _mm_set1_epi8((char)sought[apart]);
    size_t compared = 0;
    for (;;) {
        unsigned found = half(place, place + apart, first, last)
            | half(place + width / 2, place + width / 2 + apart, first, last) << width / 2;
        for (; found != 0; found &= found - 1) {
            const unsigned char *here = place + __builtin_ctz(found);
            if (memcmp(here + 1, sought + 1, needle_count - 2) == 0) return here;
            compared += needle_count;
        }
        if (place == stop) return NULL;
        if (compared > 1024 + 4 * (size_t)(place - (const unsigned char *)haystack))
            return memmem(place, (size_t)(end - place), needle, needle_count);
        place = stop - place > width ? place + width : stop;
    }
}

#else

const void *cmemory_find(
    const void *haystack, size_t haystack_count, const void *needle, size_t needle_count) {
    return memmem(haystack, haystack_count, needle, needle_count);
}

#endif

void cmemory_limit_arenas(int count) { mallopt(M_ARENA_MAX, count); }

void cmemory_trim(void) { malloc_trim(0); }

#ifndef CMEMORY_H
#define CMEMORY_H

#include <stddef.h>

/// Returns the first place in `haystack` where the bytes of `needle` stand, or NULL.
///
/// This is memmem(3), several times as fast in text where the processor can compare many bytes at
/// once. The time it takes grows with the haystack alone, whatever the needle.
const void *_Nullable cmemory_find(
    const void *_Nonnull haystack, size_t haystack_count,
    const void *_Nonnull needle, size_t needle_count);

#endif

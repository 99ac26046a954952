#ifndef CMEMORY_H
#define CMEMORY_H

#include <stddef.h>

/// Returns the first place in `haystack` where the bytes of `needle` stand, or NULL.
///
/// This is memmem(3). glibc declares it only under _GNU_SOURCE, which Swift's Glibc module is built
/// without.
const void *_Nullable cmemory_find(
    const void *_Nonnull haystack, size_t haystack_count,
    const void *_Nonnull needle, size_t needle_count);

#endif

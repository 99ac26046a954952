#define _GNU_SOURCE
#include "CMemory.h"

#include <string.h>

const void *cmemory_find(
    const void *haystack, size_t haystack_count, const void *needle, size_t needle_count) {
    return memmem(haystack, haystack_count, needle, needle_count);
}

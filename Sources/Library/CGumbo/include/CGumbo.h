// Gumbo, which reads HTML by the rules of its standard, as browsers do.
#ifndef CGUMBO_H
#define CGUMBO_H

#include <gumbo.h>
#include <stddef.h>

/// A page that was read, with all memory it takes.
typedef struct CGumboPage CGumboPage;

/// Reads a page in UTF-8. The text must live as long as the result.
///
/// Returns NULL when that takes more than so many bytes of memory. Gumbo itself does not check
/// whether it gets memory, and frees a tree by recursion, which deep trees overflow: here all of a
/// page is freed at once.
CGumboPage *_Nullable cgumbo_read(
    const char *_Nonnull text, size_t count, size_t memory);

/// The root of the tree.
const GumboNode *_Nonnull cgumbo_document(const CGumboPage *_Nonnull page);

void cgumbo_free(CGumboPage *_Nonnull page);

#endif

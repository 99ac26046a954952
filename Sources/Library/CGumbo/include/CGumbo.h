// Gumbo, a parser for HTML that follows the standard, as browsers do.
#ifndef CGUMBO_H
#define CGUMBO_H

#include <gumbo.h>
#include <stddef.h>

/// A parsed page, which owns all memory of its tree.
typedef struct CGumboPage CGumboPage;

/// Parses a page in UTF-8. The text must live as long as the result.
///
/// Returns NULL if the page needs more than `memory` bytes. Gumbo itself does not check whether an
/// allocation fails. It also frees a tree recursively, so a deep tree overflows the stack;
/// `cgumbo_free` frees all allocations of a page without recursion.
CGumboPage *_Nullable cgumbo_read(
    const char *_Nonnull text, size_t count, size_t memory);

/// The root of the tree.
const GumboNode *_Nonnull cgumbo_document(const CGumboPage *_Nonnull page);

void cgumbo_free(CGumboPage *_Nonnull page);

#endif

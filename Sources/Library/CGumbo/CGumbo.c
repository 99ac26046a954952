#include "CGumbo.h"

#include <setjmp.h>
#include <stdlib.h>

/// The header of each allocation, which links all allocations of a page.
typedef struct Piece {
    struct Piece *previous, *next;
    size_t count;
    size_t padding;
} Piece;

struct CGumboPage {
    Piece all;
    size_t left;
    GumboOutput *output;
    jmp_buf giving_up;
};

static void *allocate(void *data, size_t count) {
    CGumboPage *page = data;
    size_t whole = count + sizeof(Piece);
    Piece *piece = whole > count && whole <= page->left ? malloc(whole) : NULL;
    if (!piece) longjmp(page->giving_up, 1);
    page->left -= whole;
    piece->count = whole;
    piece->previous = &page->all;
    piece->next = page->all.next;
    if (piece->next) piece->next->previous = piece;
    page->all.next = piece;
    return piece + 1;
}

static void release(void *data, void *memory) {
    if (!memory) return;
    CGumboPage *page = data;
    Piece *piece = (Piece *)memory - 1;
    page->left += piece->count;
    piece->previous->next = piece->next;
    if (piece->next) piece->next->previous = piece->previous;
    free(piece);
}

CGumboPage *cgumbo_read(const char *text, size_t count, size_t memory) {
    CGumboPage *page = calloc(1, sizeof(CGumboPage));
    if (!page) return NULL;
    page->left = memory;
    if (setjmp(page->giving_up)) {
        cgumbo_free(page);
        return NULL;
    }
    GumboOptions options = kGumboDefaultOptions;
    options.allocator = allocate;
    options.deallocator = release;
    options.userdata = page;
    options.max_errors = 0;
    page->output = gumbo_parse_with_options(&options, text, count);
    return page;
}

const GumboNode *cgumbo_document(const CGumboPage *page) { return page->output->document; }

void cgumbo_free(CGumboPage *page) {
    Piece *piece = page->all.next;
    while (piece) {
        Piece *next = piece->next;
        free(piece);
        piece = next;
    }
    free(page);
}

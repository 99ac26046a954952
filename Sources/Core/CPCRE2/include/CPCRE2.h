// PCRE2, for regular expressions in UTF-8.
#ifndef CPCRE2_H
#define CPCRE2_H

#define PCRE2_CODE_UNIT_WIDTH 8
#define PCRE2_STATIC
#include <pcre2.h>

#endif

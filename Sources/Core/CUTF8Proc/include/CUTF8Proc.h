// utf8proc, for the properties of Unicode characters.
#ifndef CUTF8PROC_H
#define CUTF8PROC_H

#define UTF8PROC_STATIC
#include <utf8proc.h>

#endif

// utf8proc, which knows what Unicode says of every character.
#ifndef CUTF8PROC_H
#define CUTF8PROC_H

#define UTF8PROC_STATIC
#include <utf8proc.h>

#endif

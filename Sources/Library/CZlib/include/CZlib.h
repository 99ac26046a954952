// zlib, which unpacks what zip and gzip packed.
#ifndef CZLIB_H
#define CZLIB_H

#include <zlib.h>

#endif

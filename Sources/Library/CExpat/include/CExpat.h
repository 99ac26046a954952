// Expat, a streaming parser for XML.
#ifndef CEXPAT_H
#define CEXPAT_H

#include <expat.h>

#endif

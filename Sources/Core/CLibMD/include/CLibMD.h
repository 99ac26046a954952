// libmd, for SHA-256.
#ifndef CLIBMD_H
#define CLIBMD_H

#include <sha2.h>

#endif

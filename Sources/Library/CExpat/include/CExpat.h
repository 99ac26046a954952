// Expat, which reads XML as it comes and keeps nothing of it.
#ifndef CEXPAT_H
#define CEXPAT_H

#include <expat.h>

#endif

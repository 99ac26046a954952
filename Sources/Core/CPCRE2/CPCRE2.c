#include "CPCRE2.h"

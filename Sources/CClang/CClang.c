// A target of C needs a source; everything is in the header.
#include "CClang.h"

#include <libdeflate.h>

#include "crc32.h"

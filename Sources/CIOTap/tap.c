#include "CIOTap.h"

/* libc's own functions, found once.
 *
 * A library's initialiser or an allocator may call before our constructor has run, so each call asks. Two threads
 * that resolve at once store the same addresses. dlsym allocates only to tell of failures. */
#include "tap.h"

#include <dlfcn.h>

struct tap_real_functions tap_real_functions;
_Atomic bool tap_is_resolved;

void tap_resolve(void) {
#define X(name) tap_real_functions.name = (__typeof__(&name))dlsym(RTLD_NEXT, #name);
  TAP_REAL_FUNCTIONS(X)
#undef X
  atomic_store_explicit(&tap_is_resolved, true, memory_order_release);
}

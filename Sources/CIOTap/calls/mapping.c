/* Mapped files. What is written through a shared mapping is seen by nobody, so such a mapping of a file of the store
 * is noted, unless it is SQLite's shared memory, which is never part of the data. */
#include "../tap.h"

/* A store has a handful of mapped files; of more, the oldest are forgotten and their msync counts as elsewhere. */
enum { TAP_MAPPINGS_MAX = 64 };

struct mapping {
  _Atomic uintptr_t start;
  _Atomic uintptr_t end;
  _Atomic unsigned account;
};
static struct mapping mappings[TAP_MAPPINGS_MAX];
static _Atomic unsigned mapping_count;

static bool is_shared_memory(int descriptor) {
  static const char suffix[] = "-shm";
  char buffer[TAP_PATH_MAX];
  const char *path = tap_path_of(descriptor, buffer);
  size_t length = path ? strlen(path) : 0;
  return length >= sizeof suffix - 1 && strcmp(path + length - (sizeof suffix - 1), suffix) == 0;
}

static void mapped(void *address, size_t length, int protection, int descriptor) {
  unsigned account = tap_account_of(descriptor);
  if (!tap_is_in_store(account)) return;
  int saved = errno;
  if ((protection & PROT_WRITE) && !is_shared_memory(descriptor)) tap_note_bypass_of(INKTAP_SHARED_MAPPING, descriptor);
  struct mapping *mapping = &mappings[atomic_fetch_add(&mapping_count, 1) % TAP_MAPPINGS_MAX];
  atomic_store(&mapping->start, (uintptr_t)address);
  atomic_store(&mapping->end, (uintptr_t)address + length);
  atomic_store(&mapping->account, account);
  errno = saved;
}

TAP_EXPORT void *mmap(void *address, size_t length, int protection, int flags, int descriptor, off_t offset) {
  /* MAP_SHARED_VALIDATE has the bit of MAP_SHARED too. */
  if (descriptor < 0 || !(flags & MAP_SHARED) || (flags & MAP_ANONYMOUS))
    return tap_real()->mmap(address, length, protection, flags, descriptor, offset);
  struct tap_call call = tap_decide(tap_account_of(descriptor), INKTAP_MAPS, false);
  void *result = TAP_CARRY_OUT(
    &call, MAP_FAILED, tap_real()->mmap(address, length, protection, flags, descriptor, offset));
  if (result != MAP_FAILED) mapped(result, length, protection, descriptor);
  return result;
}
TAP_ALIAS(mmap64, mmap);

static unsigned account_at_address(uintptr_t address) {
  for (unsigned index = 0; index < TAP_MAPPINGS_MAX; index++)
    if (atomic_load(&mappings[index].start) <= address && address < atomic_load(&mappings[index].end))
      return atomic_load(&mappings[index].account);
  return INKTAP_ELSEWHERE;
}

TAP_EXPORT int msync(void *address, size_t length, int flags) {
  struct tap_call call = tap_begin(account_at_address((uintptr_t)address), INKTAP_SYNCS);
  TAP_RECORD(&call, tap_record_on(&call, INKTAP_LOG_SYNC_MAPPING, -1, 0, (off_t)length, flags));
  int result = TAP_CARRY_OUT(&call, -1, tap_real()->msync(address, length, flags));
  tap_stop(&call);
  tap_count(&call, TAP_SYNC_CALLS);
  TAP_RECORDED(&call, tap_record_done(&call, result));
  return result;
}

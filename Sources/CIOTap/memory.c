/* The memory of all threads, as jemalloc's hooks see it.

   jemalloc's statistics have no highest level, and what one thread allocates says nothing of a store that works
   on others. Its hooks are called at each allocation and each release, whatever the thread. They are installed
   through `mallctl` as `experimental.hooks.install`, whose argument has the layout below in every version from
   5.1 to 5.3; a version with another layout refuses it by its size, and the self-test has the last word. Sizes are
   those of jemalloc's size classes, as `malloc_usable_size` gives them.

   jemalloc calls no hook for what a hook itself allocates; these allocate nothing. */
#include "tap.h"

#include <dlfcn.h>
#include <malloc.h>
#include <stdatomic.h>
#include <stdlib.h>

struct hooks {
  void (*allocated)(void *extra, int kind, void *block, uintptr_t raw, uintptr_t arguments[3]);
  void (*released)(void *extra, int kind, void *block, uintptr_t arguments[4]);
  void (*resized)(void *extra, int kind, void *block, size_t before, size_t after, uintptr_t raw,
                  uintptr_t arguments[4]);
  void *extra;
};

static _Atomic uint64_t allocations;
static _Atomic uint64_t allocated_bytes;
static _Atomic int64_t level;
static _Atomic int64_t peak;

static void grow(uint64_t bytes) {
  atomic_fetch_add(&allocated_bytes, bytes);
  int64_t now = atomic_fetch_add(&level, (int64_t)bytes) + (int64_t)bytes;
  int64_t highest = atomic_load(&peak);
  while (now > highest && !atomic_compare_exchange_weak(&peak, &highest, now)) {
  }
}

static void allocated(void *extra, int kind, void *block, uintptr_t raw, uintptr_t arguments[3]) {
  if (!block) return;
  atomic_fetch_add(&allocations, 1);
  grow(malloc_usable_size(block));
}

static void released(void *extra, int kind, void *block, uintptr_t arguments[4]) {
  if (block) atomic_fetch_sub(&level, (int64_t)malloc_usable_size(block));
}

/* A block that keeps its place is no allocation; what it gains counts as bytes. */
static void resized(void *extra, int kind, void *block, size_t before, size_t after, uintptr_t raw,
                    uintptr_t arguments[4]) {
  if (after > before) grow(after - before);
  if (after < before) atomic_fetch_sub(&level, (int64_t)(before - after));
}

static bool install(void) {
  int (*control)(const char *, void *, size_t *, void *, size_t) = dlsym(RTLD_DEFAULT, "mallctl");
  if (!control) return false;
  struct hooks hooks = {allocated, released, resized, NULL};
  void *handle = NULL;
  size_t size = sizeof handle;
  return control("experimental.hooks.install", &handle, &size, &hooks, sizeof hooks) == 0;
}

#define SELF_TEST_BLOCKS 100

/* Blocks of known sizes must be counted one by one, and be gone when they are released. */
static bool self_test(void) {
  void *volatile blocks[SELF_TEST_BLOCKS];
  struct inktap_memory before, held, after;
  uint64_t bytes = 0;
  inktap_memory_begin(&before);
  for (size_t index = 0; index < SELF_TEST_BLOCKS; index++) {
    blocks[index] = malloc(16 + 977 * index);
    bytes += malloc_usable_size(blocks[index]);
  }
  inktap_memory_read(&held);
  for (size_t index = 0; index < SELF_TEST_BLOCKS; index++) free(blocks[index]);
  inktap_memory_read(&after);
  return held.allocations - before.allocations == SELF_TEST_BLOCKS &&
         held.allocated_bytes - before.allocated_bytes == bytes && held.level - before.level == (int64_t)bytes &&
         after.level == before.level && after.peak - before.level == (int64_t)bytes;
}

bool inktap_memory_watch(void) {
  static enum { UNTRIED, WATCHED, REFUSED } state;
  if (state == UNTRIED) state = install() && self_test() ? WATCHED : REFUSED;
  return state == WATCHED;
}

void inktap_memory_begin(struct inktap_memory *memory) {
  atomic_store(&peak, atomic_load(&level));
  inktap_memory_read(memory);
}

void inktap_memory_read(struct inktap_memory *memory) {
  memory->peak = atomic_load(&peak);
  memory->allocations = atomic_load(&allocations);
  memory->allocated_bytes = atomic_load(&allocated_bytes);
  memory->level = atomic_load(&level);
}

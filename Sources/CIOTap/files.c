/* Numbers that tell files apart in a log.
 *
 * A name does not, because renames move it; an inode does not, because it is given out again as soon as its file is
 * gone. So each file gets a number when it is first seen, found again by device and inode, and a file that is made
 * gets a new one whatever its inode. What was seen is told by an entry of its own.
 *
 * The table is open addressing without locks: a slot is taken by storing a digest of device and inode where none
 * was, and is never given back. Two of a million files share a digest once in ten million stores. */
#include "tap.h"

/* The largest store that is recorded has a few thousand files. */
enum { SLOTS = 1 << 17 };

struct slot {
  _Atomic uint64_t key;
  _Atomic uint32_t number;
};

static struct slot *table;
static _Atomic uint32_t file_count;

/* By descriptor: the number below, the status flags above; 0 is unknown. */
static _Atomic uint64_t descriptor_files[TAP_DESCRIPTORS_MAX];

enum { STATUS_FLAGS = O_APPEND | O_SYNC | O_DSYNC | O_DIRECT };

size_t tap_files_bytes(void) { return SLOTS * sizeof(struct slot); }

void tap_files_begin(void *slots) {
  table = slots;
  atomic_store(&file_count, 0);
  for (int descriptor = 0; descriptor < TAP_DESCRIPTORS_MAX; descriptor++) tap_file_forget(descriptor);
}

void tap_file_forget(int descriptor) {
  if ((unsigned)descriptor < TAP_DESCRIPTORS_MAX)
    atomic_store_explicit(&descriptor_files[descriptor], 0, memory_order_relaxed);
}

/* The finaliser of SplitMix64. */
static uint64_t mixed(uint64_t value) {
  value = (value ^ (value >> 30)) * 0xbf58476d1ce4e5b9u;
  value = (value ^ (value >> 27)) * 0x94d049bb133111ebu;
  return value ^ (value >> 31);
}

static uint64_t key_of(const struct stat *status) {
  uint64_t key = mixed((uint64_t)status->st_ino + mixed((uint64_t)status->st_dev + 1));
  return key ? key : 1;
}

/* The slot of a key, taken if there is none; NULL if the table is full. */
static struct slot *slot_of(uint64_t key) {
  for (uint64_t probe = 0; probe < SLOTS; probe++) {
    struct slot *slot = &table[(key + probe) % SLOTS];
    uint64_t found = 0;
    if (atomic_compare_exchange_strong(&slot->key, &found, key) || found == key) return slot;
  }
  return NULL;
}

static void tell(uint32_t number, const struct stat *status, bool is_new, const char *below) {
  size_t length = below ? strlen(below) : 0;
  struct inktap_log_entry *entry = tap_log_reserve(INKTAP_LOG_FILE, length, 0, 0);
  if (!entry) return;
  entry->file = number;
  entry->offset = status->st_ino;
  entry->result = (int64_t)status->st_dev;
  entry->size = is_new ? 0 : (uint64_t)status->st_size;
  entry->mode = status->st_mode;
  entry->facts = is_new ? INKTAP_LOG_CREATED : 0;
  entry->start_nanoseconds = tap_now();
  if (length) memcpy(tap_log_path(entry), below, length);
  tap_log_publish(entry);
}

uint32_t tap_file_number(const struct stat *status, bool is_new, const char *below) {
  struct slot *slot = slot_of(key_of(status));
  if (!slot) {
    tap_log_count_lost(0);
    return 0;
  }
  uint32_t known = atomic_load(&slot->number);
  if (known && !is_new) return known;
  uint32_t number = atomic_fetch_add(&file_count, 1) + 1;
  /* Another thread may have seen the file at the same time: the first number holds. */
  if (!atomic_compare_exchange_strong(&slot->number, &known, number) && !is_new) return known;
  if (is_new) atomic_store(&slot->number, number);
  tell(number, status, is_new, below);
  return number;
}

uint32_t tap_file_of(int descriptor, uint32_t *status_flags) {
  bool has_place = (unsigned)descriptor < TAP_DESCRIPTORS_MAX;
  uint64_t known = has_place ? atomic_load_explicit(&descriptor_files[descriptor], memory_order_relaxed) : 0;
  if (!known) {
    struct stat status;
    if (fstat(descriptor, &status) != 0) return 0;
    char buffer[TAP_PATH_MAX];
    const char *path = tap_path_of(descriptor, buffer);
    const struct tap_watch *watch = tap_watched();
    const char *below = path && watch ? tap_below(watch, path) : NULL;
    int flags = tap_real()->fcntl(descriptor, F_GETFL);
    known = tap_file_number(&status, false, below && !*below ? "/" : below);
    if (flags > 0) known |= (uint64_t)(uint32_t)(flags & STATUS_FLAGS) << 32;
    if (has_place) atomic_store_explicit(&descriptor_files[descriptor], known, memory_order_relaxed);
  }
  *status_flags = (uint32_t)(known >> 32);
  return (uint32_t)known;
}

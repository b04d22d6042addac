/* The log of record mode, and where it lies.
 *
 * One stretch of memory, mapped and touched beforehand, so that recording neither allocates nor faults. A call
 * reserves the room of its entry by one atomic addition, before it is carried out, so that threads need no lock and
 * entries stand in the order in which calls began; it fills the entry and publishes it by its last store. What finds
 * no room is counted and lost, and the counts say that the log is not whole: it never just stops.
 *
 * The memory is the process's own, or a file that others read once the process is gone; stores to either are no
 * writes, so that the balance against the kernel's count is left alone. A forked child is not recorded. */
#include "tap.h"

#include <pthread.h>

struct log {
  struct inktap_log_head *head;
  uint8_t *entries;
  uint64_t capacity;
  bool keeps_contents;
};

static struct log log;
static _Atomic bool is_recording;
static void *file_slots;
static _Atomic uint32_t thread_count;

enum { ENTRY_ALIGNMENT = 8 };

bool tap_is_recording(void) { return atomic_load_explicit(&is_recording, memory_order_acquire); }

bool tap_log_keeps_contents(void) { return log.keeps_contents; }

uint32_t tap_thread_number(void) {
  static __thread uint32_t number __attribute__((tls_model("initial-exec")));
  if (!number) number = atomic_fetch_add(&thread_count, 1) + 1;
  return number;
}

void tap_log_count_lost(size_t bytes) {
  __atomic_fetch_add(&log.head->lost_entries, 1, __ATOMIC_RELAXED);
  __atomic_fetch_add(&log.head->lost_bytes, bytes, __ATOMIC_RELAXED);
}

struct inktap_log_entry *tap_log_reserve(enum inktap_log_kind kind, size_t path_length, size_t target_path_length,
                                         size_t contents_length) {
  size_t length = sizeof(struct inktap_log_entry) + path_length + target_path_length;
  bool fits = contents_length < UINT32_MAX - length - ENTRY_ALIGNMENT;
  length = (length + (fits ? contents_length : 0) + ENTRY_ALIGNMENT - 1) / ENTRY_ALIGNMENT * ENTRY_ALIGNMENT;
  uint64_t place = __atomic_fetch_add(&log.head->reserved, length, __ATOMIC_RELAXED);
  if (!fits || place > log.capacity || length > log.capacity - place) {
    tap_log_count_lost(length);
    return NULL;
  }
  struct inktap_log_entry *entry = (struct inktap_log_entry *)(log.entries + place);
  entry->kind = (uint8_t)kind;
  entry->thread = tap_thread_number();
  entry->descriptor = -1;
  entry->path_length = (uint32_t)path_length;
  entry->target_path_length = (uint32_t)target_path_length;
  __atomic_store_n(&entry->length, (uint32_t)length, __ATOMIC_RELEASE);
  return entry;
}

void tap_log_publish(struct inktap_log_entry *entry) {
  __atomic_store_n(&entry->facts, entry->facts | INKTAP_LOG_IS_WHOLE, __ATOMIC_RELEASE);
}

static void stop_in_child(void) {
  atomic_store(&is_recording, false);
  tap_arm_recording(false);
}

/* Takes the memory of a log; its pages are there before the first entry is. */
static int map(const char *path, size_t length, void **memory) {
  const struct tap_real_functions *real = tap_real();
  if (!path) {
    *memory = real->mmap(NULL, length, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_POPULATE, -1, 0);
    return *memory == MAP_FAILED ? errno : 0;
  }
  int file = real->openat(AT_FDCWD, path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0644);
  if (file < 0) return errno;
  /* Room is set aside, not just a length: a store to a page that the disk has no block for ends the process. */
  int error = real->fallocate(file, 0, 0, (off_t)length) == 0 ? 0 : errno;
  if (!error) {
    *memory = real->mmap(NULL, length, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_POPULATE, file, 0);
    error = *memory == MAP_FAILED ? errno : 0;
  }
  real->close(file);
  if (error) real->unlink(path);
  /* A file's pages fault once more when they are first written. */
  for (size_t place = 0; !error && place < length; place += 4096) ((volatile uint8_t *)*memory)[place] = 0;
  return error;
}

int inktap_log_begin(const char *path, uint64_t capacity, bool keeps_contents) {
  static _Atomic bool is_registered;
  if (!tap_watched() || tap_is_recording()) return EINVAL;
  inktap_log_release();
  capacity = capacity / ENTRY_ALIGNMENT * ENTRY_ALIGNMENT;
  if (capacity > SIZE_MAX / 2 - sizeof(struct inktap_log_head)) return ENOMEM;
  if (!atomic_exchange(&is_registered, true)) pthread_atfork(NULL, NULL, stop_in_child);

  void *memory = NULL, *slots = NULL;
  int error = map(NULL, tap_files_bytes(), &slots);
  if (error) return error;
  error = map(path, sizeof(struct inktap_log_head) + (size_t)capacity, &memory);
  if (error) {
    munmap(slots, tap_files_bytes());
    return error;
  }
  file_slots = slots;
  tap_files_begin(slots);
  log = (struct log) {
    .head = memory, .entries = (uint8_t *)memory + sizeof(struct inktap_log_head), .capacity = capacity,
    .keeps_contents = keeps_contents,
  };
  *log.head = (struct inktap_log_head) {
    .magic = INKTAP_LOG_MAGIC, .version = INKTAP_LOG_VERSION, .head_bytes = sizeof(struct inktap_log_head),
    .capacity = capacity, .start_nanoseconds = tap_now(), .process = (uint32_t)getpid(),
    .keeps_contents = keeps_contents,
  };
  atomic_store(&is_recording, true);
  tap_arm_recording(true);
  return 0;
}

void inktap_log_stop(void) {
  tap_arm_recording(false);
  atomic_store(&is_recording, false);
}

const void *inktap_log_bytes(size_t *length) {
  *length = log.head ? sizeof(struct inktap_log_head) + (size_t)log.capacity : 0;
  return log.head;
}

void inktap_log_release(void) {
  if (!log.head) return;
  inktap_log_stop();
  munmap(log.head, sizeof(struct inktap_log_head) + (size_t)log.capacity);
  munmap(file_slots, tap_files_bytes());
  log = (struct log) { 0 };
  file_slots = NULL;
}

void inktap_log_mark(uint32_t kind, uint64_t step, uint64_t milliseconds, const char *text, size_t length) {
  if (!tap_is_recording()) return;
  struct inktap_log_entry *entry = tap_log_reserve(INKTAP_LOG_MARK, length, 0, 0);
  if (!entry) return;
  entry->flags = kind;
  entry->offset = step;
  entry->size = milliseconds;
  entry->operation = inktap_operations();
  memcpy(tap_log_path(entry), text, length);
  entry->start_nanoseconds = tap_now();
  tap_log_publish(entry);
}

/* Entries of a program that nobody knows beforehand: as much as a few minutes of saving write. */
static const uint64_t capacity_assumed = 256u << 20;

void tap_record_from_environment(void) {
  const char *path = getenv("INKTAP_RECORD"), *bytes = getenv("INKTAP_RECORD_BYTES");
  if (!path || !*path || !tap_watched()) return;
  uint64_t capacity = bytes ? strtoull(bytes, NULL, 10) : 0;
  int error = inktap_log_begin(path, capacity ? capacity : capacity_assumed, true);
  if (error == EEXIST) {
    /* A program that this one started has inherited its environment: each process has a log of its own. */
    char own[PATH_MAX];
    int length = snprintf(own, sizeof own, "%s.%d", path, (int)getpid());
    if (length > 0 && (size_t)length < sizeof own)
      error = inktap_log_begin(own, capacity ? capacity : capacity_assumed, true);
  }
  /* A program that is to be recorded and can't be does not run unrecorded. */
  if (error) {
    static const char sentence[] = "inktap: the log that INKTAP_RECORD names can't be made\n";
    ssize_t written = tap_real()->write(STDERR_FILENO, sentence, sizeof sentence - 1);
    (void)written;
    _exit(74);
  }
}

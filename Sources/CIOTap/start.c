/* The beginning and the end of the tap in a process.
 *
 * Preloaded into another program, the tap is told by its environment what to do: INKTAP_STORE names the directory to
 * watch, INKTAP_REPORT the descriptor on which one line of JSON is written at exit, INKTAP_RECORD a file to make for
 * the log of its calls, and INKTAP_RECORD_BYTES how long that may become. Linked into our own programs it waits for
 * its calls. */
#include "tap.h"

/* One call of each family. Nobody of ours calls the tap's file calls by a name that is not libc's as well, so a
 * linker that takes object files out of an archive could leave a family behind; inktap_watch_begin needs this. */
const void *const tap_families[] = {
  (void *)open, (void *)fopen, (void *)write, (void *)read, (void *)sendfile, (void *)ftruncate, (void *)rename,
  (void *)unlink, (void *)fsync, (void *)mmap, (void *)close, (void *)syscall,
};

/* A report is about 3.5 KB. */
enum { TAP_REPORT_MAX = 8192 };

/* The path without symbolic links of a directory that is there, or that the program is yet to make. */
static bool resolve(const char *store, char real[PATH_MAX]) {
  if (realpath(store, real)) return true;
  char parent[PATH_MAX], above[PATH_MAX];
  size_t length = strlen(store);
  while (length > 1 && store[length - 1] == '/') length--;
  if (errno != ENOENT || length >= sizeof parent) return false;
  memcpy(parent, store, length);
  parent[length] = 0;
  char *slash = strrchr(parent, '/');
  const char *name = slash ? slash + 1 : parent;
  if (slash) *slash = 0;
  if (!realpath(!slash ? "." : slash == parent ? "/" : parent, above)) return false;
  return snprintf(real, PATH_MAX, "%s/%s", above[1] ? above : "", name) < PATH_MAX;
}

/* Without a store there would be zeros to read, so the program does not begin. */
_Noreturn static void refuse(const char *store) {
  dprintf(STDERR_FILENO, "inktap: INKTAP_STORE is '%s', and no directory can be watched there\n", store);
  _exit(64);
}

static void watch_from_environment(void) {
  const char *store = getenv("INKTAP_STORE");
  if (!store || !*store) {
    /* Who asks for a log must not get a run without one. */
    const char *record = getenv("INKTAP_RECORD");
    if (record && *record) refuse("");
    return;
  }
  char real[PATH_MAX];
  if (!resolve(store, real)) refuse(store);
  struct tap_watch *watch = inktap_watch_begin(*store == '/' ? store : real, real);
  if (!watch) refuse(store);
  inktap_watch_start(watch);
  tap_record_from_environment();
}

__attribute__((constructor)) static void start(void) {
  tap_resolve();
  tap_take_balance_baseline();
  watch_from_environment();
}

static int append(char *report, int length, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  int added = vsnprintf(report + length, (size_t)(TAP_REPORT_MAX - length), format, arguments);
  va_end(arguments);
  return added < 0 || length + added >= TAP_REPORT_MAX ? length : length + added;
}

static int append_role(char *report, int length, unsigned role) {
  static const char *const names[TAP_FIELDS] = {
    "writtenBytes", "readBytes", "writeCalls", "readCalls", "syncCalls", "openCalls",
    "renameCalls", "unlinkCalls", "otherCalls", "fileNanoseconds", "syncNanoseconds",
  };
  struct inktap_counters counters;
  tap_read_account(role, &counters);
  const uint64_t *fields = (const uint64_t *)&counters;
  length = append(report, length, "%s{\"role\":\"%s\"", role ? "," : "", inktap_role_name(role));
  for (unsigned field = 0; field < TAP_FIELDS; field++)
    length = append(report, length, ",\"%s\":%llu", names[field], (unsigned long long)fields[field]);
  return append(report, length, "}");
}

__attribute__((destructor)) static void finish(void) {
  const char *text = getenv("INKTAP_REPORT");
  if (!text || !*text) return;
  char *end = NULL;
  long descriptor = strtol(text, &end, 10);
  if (*end || descriptor < 0 || descriptor > INT_MAX) return;

  uint64_t counted = 0, kernel = 0;
  bool is_known = inktap_balance(&counted, &kernel);
  static char report[TAP_REPORT_MAX];
  int length = append(report, 0, "{\"version\":1,\"operations\":%llu,\"countedBytes\":%llu,\"kernelBytes\":",
                      (unsigned long long)inktap_operations(), (unsigned long long)counted);
  length = is_known ? append(report, length, "%llu", (unsigned long long)kernel) : append(report, length, "null");
  length = append(report, length, ",\"bypasses\":%zu,\"roles\":[", inktap_bypass_count());
  for (unsigned role = 0; role < INKTAP_ROLE_COUNT; role++) length = append_role(report, length, role);
  length = append(report, length, "]}\n");
  ssize_t written = tap_real()->write((int)descriptor, report, (size_t)length);
  (void)written;
}

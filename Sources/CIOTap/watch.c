/* The store that is watched, and the rules that give its files their roles.
 *
 * A rule is held against the path below the store, which begins with a slash, so that "/pages/" and "/document.json"
 * fit at the top of the store too. Directories are paths like any other. A watch is never freed: another thread
 * may be reading it. */
#include "tap.h"

/* Backends have under twenty. */
enum { TAP_RULES_MAX = 64 };

struct tap_rule {
  char *text;
  size_t length;
  bool anywhere;
  unsigned role;
};

struct tap_watch {
  char *roots[2];
  size_t lengths[2];
  unsigned rule_count;
  struct tap_rule rules[TAP_RULES_MAX];
};

static _Atomic(struct tap_watch *) watched;

const struct tap_watch *tap_watched(void) { return atomic_load_explicit(&watched, memory_order_acquire); }

struct tap_watch *inktap_watch_begin(const char *given, const char *real) {
  struct tap_watch *watch = tap_families[0] ? calloc(1, sizeof *watch) : NULL;
  if (!watch) return NULL;
  const char *roots[2] = { real, given };
  for (unsigned index = 0; index < 2; index++) {
    watch->roots[index] = strdup(roots[index]);
    if (!watch->roots[index]) return NULL;
    size_t length = strlen(roots[index]);
    while (length > 1 && roots[index][length - 1] == '/') length--;
    watch->lengths[index] = length;
  }
  return watch;
}

bool inktap_watch_add(struct tap_watch *watch, const char *text, bool anywhere, unsigned role) {
  if (watch->rule_count == TAP_RULES_MAX || role >= INKTAP_ELSEWHERE) return false;
  char *copy = strdup(text);
  if (!copy) return false;
  watch->rules[watch->rule_count++] =
    (struct tap_rule) { .text = copy, .length = strlen(copy), .anywhere = anywhere, .role = role };
  return true;
}

void inktap_watch_start(struct tap_watch *watch) {
  atomic_store_explicit(&watched, watch, memory_order_release);
  /* Every descriptor may have changed its place. */
  tap_forget_range(0, TAP_DESCRIPTORS_MAX);
  tap_temporary_forget_all();
  tap_forget_accounts();
  tap_forget_bypasses();
  inktap_inject(NULL);
  inktap_log_stop();
  inktap_end_at(0, false);
  atomic_store(&tap_operation_count, 0);
}

const char *tap_below(const struct tap_watch *watch, const char *absolute) {
  for (unsigned index = 0; index < 2; index++) {
    size_t length = watch->lengths[index];
    if (strncmp(absolute, watch->roots[index], length) != 0) continue;
    if (absolute[length] == '/' || absolute[length] == 0) return absolute + length;
  }
  return NULL;
}

const char *tap_root(const struct tap_watch *watch, size_t *length) {
  *length = watch->lengths[0];
  return watch->roots[0];
}

unsigned tap_role_below(const struct tap_watch *watch, const char *below) {
  size_t length = strlen(below);
  for (unsigned index = 0; index < watch->rule_count; index++) {
    const struct tap_rule *rule = &watch->rules[index];
    if (rule->length > length) continue;
    bool fits = rule->anywhere ? memmem(below, length, rule->text, rule->length) != NULL
                               : memcmp(below + length - rule->length, rule->text, rule->length) == 0;
    if (fits) return rule->role;
  }
  return TAP_NO_ROLE;
}

// Makes `write` write fewer bytes than asked, as a signal or a full pipe may: Scripts/kill-points.py preloads it. The file in
// WRITES_COUNTED counts the calls of all processes; SHORT_WRITE is CALL:BYTES, with 0 for each call, and 0 bytes for half of them.
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

static atomic_long *calls;
static long chosen = -1;
static size_t most;

__attribute__((constructor)) static void prepare(void) {
  const char *counter = getenv("WRITES_COUNTED"), *cut = getenv("SHORT_WRITE");
  int file = counter ? open(counter, O_RDWR | O_CLOEXEC) : -1;
  if (file < 0) return;
  void *memory = mmap(NULL, sizeof *calls, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  close(file);
  if (memory == MAP_FAILED) return;
  calls = memory;
  if (!cut) return;
  char *rest;
  chosen = strtol(cut, &rest, 10);
  most = strtoul(rest + 1, NULL, 10);
}

ssize_t write(int file, const void *bytes, size_t count) {
  if (calls && count > 1) {
    long call = atomic_fetch_add(calls, 1) + 1;
    size_t limit = most ? most : count / 2;
    if ((chosen == 0 || chosen == call) && count > limit) count = limit;
  }
  return syscall(SYS_write, file, bytes, count);
}

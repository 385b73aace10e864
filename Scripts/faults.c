// Makes one call of the system fail: the FAULT_N-th FAULT_OP (write, sync, rename, close or read) on a file whose path
// contains FAULT_PATH fails with FAULT_ERRNO, and with FAULT_STICKY all later ones too. With FAULT_COUNT, the number of
// such calls is written to that file at the end. Scripts/check-faults preloads it.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

static long calls;

static int is_wanted(const char *operation) {
  const char *wanted = getenv("FAULT_OP");
  return wanted && strcmp(wanted, operation) == 0;
}

static int fails(const char *path) {
  const char *part = getenv("FAULT_PATH");
  if (part && !strstr(path, part)) return 0;
  long call = __atomic_add_fetch(&calls, 1, __ATOMIC_SEQ_CST);
  const char *number = getenv("FAULT_N");
  long chosen = number ? atol(number) : 0;
  if (chosen == 0 || call < chosen || (call > chosen && !getenv("FAULT_STICKY"))) return 0;
  const char *code = getenv("FAULT_ERRNO");
  errno = code ? atoi(code) : EIO;
  return 1;
}

static int file_fails(const char *operation, int file) {
  if (!is_wanted(operation)) return 0;
  char link[64], path[PATH_MAX];
  snprintf(link, sizeof link, "/proc/self/fd/%d", file);
  ssize_t length = readlink(link, path, sizeof path - 1);
  if (length < 0) return 0;
  path[length] = 0;
  return fails(path);
}

#define NEXT(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

#define FAULTY(operation, result, name, parameters, arguments) \
  result name parameters { return file_fails(operation, file) ? -1 : NEXT(name) arguments; }

FAULTY("write", ssize_t, write, (int file, const void *bytes, size_t count), (file, bytes, count))
FAULTY("write", ssize_t, pwrite, (int file, const void *bytes, size_t count, off_t at), (file, bytes, count, at))
FAULTY("write", ssize_t, pwrite64, (int file, const void *bytes, size_t count, off64_t at), (file, bytes, count, at))
FAULTY("write", int, ftruncate, (int file, off_t size), (file, size))
FAULTY("write", int, ftruncate64, (int file, off64_t size), (file, size))
FAULTY("read", ssize_t, read, (int file, void *bytes, size_t count), (file, bytes, count))
FAULTY("read", ssize_t, pread, (int file, void *bytes, size_t count, off_t at), (file, bytes, count, at))
FAULTY("read", ssize_t, pread64, (int file, void *bytes, size_t count, off64_t at), (file, bytes, count, at))
FAULTY("sync", int, fsync, (int file), (file))
FAULTY("sync", int, fdatasync, (int file), (file))

int close(int file) {
  int fault = file_fails("close", file), number = errno, result = NEXT(close)(file);
  if (!fault) return result;
  errno = number;
  return -1;
}

int rename(const char *old, const char *new) {
  return is_wanted("rename") && fails(new) ? -1 : NEXT(rename)(old, new);
}

__attribute__((destructor)) static void report(void) {
  const char *path = getenv("FAULT_COUNT");
  if (!path) return;
  char text[32];
  int length = snprintf(text, sizeof text, "%ld", calls);
  int file = syscall(SYS_openat, AT_FDCWD, path, O_WRONLY | O_CREAT | O_TRUNC, 0666);
  syscall(SYS_write, file, text, length);
  syscall(SYS_close, file);
}

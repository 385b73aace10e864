// Calls of the system that Swift cannot import.

#pragma once

#ifdef __linux__
#include <pthread.h>
#include <sys/prctl.h>

// Declared only with _GNU_SOURCE.
int pthread_setattr_default_np(const pthread_attr_t *);
#endif

/// Makes this process the parent of processes below it whose own parent ends; returns whether the system can.
static inline int csystem_adopt_orphans(void) {
#ifdef __linux__
  return prctl(PR_SET_CHILD_SUBREAPER, 1L, 0L, 0L, 0L) == 0;
#else
  return 0;
#endif
}

/// Gives new threads stacks of a number of bytes; returns whether the system can.
static inline int csystem_set_stack_size(unsigned long bytes) {
#ifdef __linux__
  pthread_attr_t attributes;
  if (pthread_attr_init(&attributes)) return 0;
  int is_set = !pthread_attr_setstacksize(&attributes, bytes) && !pthread_setattr_default_np(&attributes);
  pthread_attr_destroy(&attributes);
  return is_set;
#else
  return 0;
#endif
}

#include "CSystem.h"

#ifdef __linux__
#include <unistd.h>

// Without /proc, Swift has no command line, and a static program aborts before main. The priority is before the
// constructors of the Swift runtime.
__attribute__((constructor(101))) static void require_proc(void) {
  static const char text[] =
      "hitchmark: /proc is missing, from which Swift reads the command line; mount it: mount -t proc proc /proc\n";
  if (!access("/proc/self/cmdline", R_OK)) return;
  if (write(STDERR_FILENO, text, sizeof text - 1) < 0) _exit(2);
  _exit(2);
}
#endif

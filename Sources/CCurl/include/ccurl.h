// Sends HTTP requests with libcurl, which is loaded when the first request is made.
//
// libcurl is not linked: most commands never need it, and starting the program with its thirty libraries would take
// longer than most commands. A static binary can load it, too, if the C library has the version that the binary was
// built with.

#ifndef CCURL_H
#define CCURL_H

#include <stdbool.h>
#include <stddef.h>

/// Receives a part of the body of an answer; returns false to end the request.
typedef bool (*ccurl_receiver)(const void *bytes, size_t length, long status, void *context);

/// One POST request.
typedef struct {
  const char *url;
  /// Lines such as "Name: value".
  const char *const *headers;
  size_t header_count;
  const void *body;
  size_t length;
  /// A file with the certificates of authorities; NULL for those of the system.
  const char *authorities;
  /// The longest time to wait for a connection, in milliseconds.
  long connect_milliseconds;
  /// The least bytes per second on average over `silent_seconds`, in either direction.
  long least_rate;
  long silent_seconds;
  /// The longest time of the whole request, in milliseconds.
  long total_milliseconds;
  /// The greatest number of bytes of the headers of an answer.
  size_t most_header_bytes;
  /// Whether to end the request; asked about once per second.
  bool (*stops)(void);
  ccurl_receiver receive;
  void *context;
} ccurl_request;

/// The result of a request: libcurl's code, 0 for success, its message, and the HTTP status.
typedef struct {
  int code;
  long status;
  char message[256];
} ccurl_answer;

/// Loads libcurl once. Returns NULL, or the reason why it cannot be loaded. Not for several threads at once.
const char *ccurl_load(void);

/// Opens a session, which reuses its connections; NULL if there is no memory. Needs a successful `ccurl_load`.
void *ccurl_open(void);

void ccurl_close(void *session);

/// Sends a request and receives the answer. A session serves one request at a time.
ccurl_answer ccurl_post(void *session, const ccurl_request *request);

#endif

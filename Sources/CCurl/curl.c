#include "ccurl.h"

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

// The constants of libcurl's stable binary interface that are used here, as curl.h has them.
enum {
  option_write_data = 10001,
  option_url = 10002,
  option_proxy = 10004,
  option_error_buffer = 10010,
  option_post_fields = 10015,
  option_http_header = 10023,
  option_authorities = 10065,
  option_write_function = 20011,
  option_low_speed_limit = 19,
  option_low_speed_time = 20,
  option_post = 47,
  option_size = 30120,
  option_protocols = 181,
  option_connect_milliseconds = 156,
  option_total_milliseconds = 155,
  option_no_progress = 43,
  option_header_data = 10029,
  option_header_function = 20079,
  option_progress_data = 10057,
  option_progress_function = 20219,
  info_status = 0x200002,
  protocol_http = 1,
  protocol_https = 2,
  global_all = 3,
};

static struct {
  int (*initialize)(long);
  void *(*open)(void);
  void (*close)(void *);
  void (*reset)(void *);
  int (*set)(void *, int, ...);
  int (*perform)(void *);
  int (*info)(void *, int, ...);
  const char *(*text)(int);
  void *(*append)(void *, const char *);
  void (*free_list)(void *);
} curl;

static const char *const names[] = {
#ifdef __APPLE__
    "/usr/lib/libcurl.4.dylib",
#else
    "libcurl.so.4", "libcurl-gnutls.so.4",
#endif
};

static bool find(void *library, const char *name, void *function) {
  void *found = dlsym(library, name);
  memcpy(function, &found, sizeof found);
  return found != NULL;
}

static const char *load(void) {
  void *library = NULL;
  for (size_t i = 0; i < sizeof names / sizeof *names && !library; i++)
    library = dlopen(names[i], RTLD_NOW | RTLD_LOCAL);
  if (!library) return dlerror();
  bool is_complete =
      find(library, "curl_global_init", &curl.initialize) && find(library, "curl_easy_init", &curl.open) &&
      find(library, "curl_easy_cleanup", &curl.close) && find(library, "curl_easy_reset", &curl.reset) &&
      find(library, "curl_easy_setopt", &curl.set) && find(library, "curl_easy_perform", &curl.perform) &&
      find(library, "curl_easy_getinfo", &curl.info) && find(library, "curl_easy_strerror", &curl.text) &&
      find(library, "curl_slist_append", &curl.append) && find(library, "curl_slist_free_all", &curl.free_list);
  if (!is_complete) return "it lacks a function";
  return curl.initialize(global_all) == 0 ? NULL : "it cannot be initialized";
}

const char *ccurl_load(void) {
  static bool is_loaded;
  if (is_loaded) return NULL;
  const char *problem = load();
  is_loaded = problem == NULL;
  return problem;
}

void *ccurl_open(void) { return curl.open(); }

void ccurl_close(void *session) { curl.close(session); }

struct receiving {
  void *session;
  const ccurl_request *request;
  size_t header_bytes;
};

static size_t receive_header(char *bytes, size_t size, size_t count, void *context) {
  (void)bytes;
  struct receiving *receiving = context;
  receiving->header_bytes += size * count;
  return receiving->header_bytes <= receiving->request->most_header_bytes ? size * count : 0;
}

static int progress(void *context, long long all, long long done, long long up, long long sent) {
  (void)all, (void)done, (void)up, (void)sent;
  const struct receiving *receiving = context;
  return receiving->request->stops && receiving->request->stops();
}

static size_t receive(char *bytes, size_t size, size_t count, void *context) {
  const struct receiving *receiving = context;
  long status = 0;
  curl.info(receiving->session, info_status, &status);
  size_t length = size * count;
  return receiving->request->receive(bytes, length, status, receiving->request->context) ? length : 0;
}

ccurl_answer ccurl_post(void *session, const ccurl_request *request) {
  ccurl_answer answer = {0};
  struct receiving receiving = {session, request, 0};
  curl.reset(session);  // the options, not the connections
  void *headers = NULL;
  for (size_t i = 0; i < request->header_count; i++) headers = curl.append(headers, request->headers[i]);
  curl.set(session, option_url, request->url);
  // Neither redirections nor proxies: both would send the password elsewhere.
  curl.set(session, option_protocols, (long)(protocol_http | protocol_https));
  curl.set(session, option_proxy, "");
  curl.set(session, option_post, 1L);
  curl.set(session, option_post_fields, request->length ? request->body : "");
  curl.set(session, option_size, (long long)request->length);
  curl.set(session, option_http_header, headers);
  curl.set(session, option_connect_milliseconds, request->connect_milliseconds);
  curl.set(session, option_low_speed_limit, request->least_rate);
  curl.set(session, option_low_speed_time, request->silent_seconds);
  curl.set(session, option_total_milliseconds, request->total_milliseconds);
  curl.set(session, option_no_progress, 0L);
  curl.set(session, option_progress_function, progress);
  curl.set(session, option_progress_data, &receiving);
  curl.set(session, option_header_function, receive_header);
  curl.set(session, option_header_data, &receiving);
  curl.set(session, option_write_function, receive);
  curl.set(session, option_write_data, &receiving);
  curl.set(session, option_error_buffer, answer.message);
  if (request->authorities) curl.set(session, option_authorities, request->authorities);
  answer.code = curl.perform(session);
  curl.info(session, info_status, &answer.status);
  curl.set(session, option_error_buffer, (char *)NULL);
  if (answer.code && !answer.message[0])
    snprintf(answer.message, sizeof answer.message, "%s", curl.text(answer.code));
  curl.free_list(headers);
  return answer;
}

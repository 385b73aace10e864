// Parses an XML file with expat and counts its elements, attributes and bytes of text: the least that a reader of the
// file must do. `Benchmarks/speed` compares the time with that of `hitchmark analyze`.
//
//   cc -O2 expat.c -lexpat -o expat && ./expat trace.xml

#include <expat.h>
#include <stdio.h>
#include <string.h>

struct counts {
  long elements, attributes, text;
};

static void begin(void *user, const XML_Char *name, const XML_Char **attributes) {
  struct counts *counts = user;
  counts->elements += name[0] != 0;
  for (; *attributes; attributes += 2) counts->attributes += (long)strlen(attributes[1]) >= 0;
}

static void end(void *user, const XML_Char *name) { ((struct counts *)user)->elements += name[0] == 0; }

static void text(void *user, const XML_Char *bytes, int length) {
  ((struct counts *)user)->text += bytes ? length : 0;
}

int main(int count, char **words) {
  static char buffer[1 << 18];
  FILE *file = count == 2 ? fopen(words[1], "rb") : NULL;
  if (!file) return fprintf(stderr, "usage: expat FILE\n"), 2;
  struct counts counts = {0};
  XML_Parser parser = XML_ParserCreate("UTF-8");
  XML_SetUserData(parser, &counts);
  XML_SetElementHandler(parser, begin, end);
  XML_SetCharacterDataHandler(parser, text);
  size_t length;
  do {
    length = fread(buffer, 1, sizeof buffer, file);
    if (XML_Parse(parser, buffer, (int)length, length == 0) == XML_STATUS_ERROR) return 1;
  } while (length > 0);
  XML_ParserFree(parser);
  printf("%ld elements, %ld attributes, %ld bytes of text\n", counts.elements, counts.attributes, counts.text);
  return 0;
}

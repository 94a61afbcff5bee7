// The bare minimum that any reader of YAML by libyaml does: read a file, and pull its events.
//
// events FILE [TIMES]: pulls the events of the file so many times, once where no number is given.

#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>
#include <yaml.h>

static unsigned char text[1 << 20];

// How many events a text has; none where it is no YAML.
static long count_events(size_t size) {
  yaml_parser_t parser;
  yaml_event_t event;
  long count = 0;
  yaml_parser_initialize(&parser);
  yaml_parser_set_encoding(&parser, YAML_UTF8_ENCODING);
  yaml_parser_set_input_string(&parser, text, size);
  for (int is_last = 0; !is_last; count++) {
    if (!yaml_parser_parse(&parser, &event)) {
      count = 0;
      break;
    }
    is_last = event.type == YAML_STREAM_END_EVENT;
    yaml_event_delete(&event);
  }
  yaml_parser_delete(&parser);
  return count;
}

int main(int count, char **words) {
  if (count < 2) return 2;
  int file = open(words[1], O_RDONLY);
  ssize_t size = file < 0 ? -1 : read(file, text, sizeof text);
  if (size <= 0) return 2;
  close(file);
  int status = 0;
  for (long times = count > 2 ? atol(words[2]) : 1; times > 0; times--) {
    if (count_events((size_t)size) == 0) status = 1;
  }
  return status;
}

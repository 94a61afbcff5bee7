/* The reference load in C, with the same random numbers as the product's: what its runs do has to be equal, count for count.

   simulation RUNS */

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static const int64_t DAY = 86400000, WEEK = 7 * 86400000LL;
static const int64_t BASE = 60000, CAP = 6 * 3600000LL, DURATION = 90000, VISIT = 120000;
enum { SLOTS = 4, VISITS = 6, PUSHES = 24, SEED = 1, QUEUE = 256 };

/* xoshiro256**, seeded through SplitMix64 */
typedef struct { uint64_t s[4]; } stream;

static uint64_t mixed(uint64_t z) {
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ULL;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBULL;
  return z ^ (z >> 31);
}

static uint64_t key(const char *name) {
  uint64_t hash = 0xCBF29CE484222325ULL;
  for (; *name; name++) hash = (hash ^ (uint8_t)*name) * 0x100000001B3ULL;
  return hash;
}

static stream seeded(uint64_t key, uint64_t run) {
  stream stream;
  uint64_t source = SEED + key + run * 0xD1342543DE82EF95ULL;
  for (int i = 0; i < 4; i++) stream.s[i] = mixed(source += 0x9E3779B97F4A7C15ULL);
  return stream;
}

static inline uint64_t next(stream *stream) {
  uint64_t *s = stream->s, product = s[1] * 5, result = ((product << 7) | (product >> 57)) * 9, shifted = s[1] << 17;
  s[2] ^= s[0], s[3] ^= s[1], s[1] ^= s[2], s[0] ^= s[3], s[2] ^= shifted, s[3] = (s[3] << 45) | (s[3] >> 19);
  return result;
}

static inline int64_t below(stream *stream, int64_t bound) {
  return (int64_t)(((unsigned __int128)next(stream) * (uint64_t)bound) >> 64);
}

/* the numbers of a habit, by day and place */
static inline double unit(uint64_t origin, int64_t day, int64_t place) {
  uint64_t bits = mixed(mixed(origin + (uint64_t)day * 0x9E3779B97F4A7C15ULL) + (uint64_t)place * 0xD1342543DE82EF95ULL);
  return (double)(bits >> 11) * 0x1p-53;
}

typedef struct { int64_t start, end; } span;
typedef struct { int64_t created, opens; } held;

typedef struct {
  int64_t now;
  /* the limiter */
  int64_t delay, last, quiet;
  /* visits */
  uint64_t habit;
  int64_t offset, day;
  span visits[VISITS];
  int visit, visit_count, is_open;
  int64_t last_end, visit_next;
  /* pushes */
  stream random;
  int64_t push_day, pushes[PUSHES];
  int push;
  /* what is held, ready and on the wire, oldest first */
  held queue[QUEUE];
  int queue_head, queue_count, ready;
  int64_t ends[SLOTS];
  int active, ends_head;
} device;

typedef struct { int64_t events, launches, finished, held; } counts;

static int by_start(const void *left, const void *right) {
  int64_t a = ((const span *)left)->start, b = ((const span *)right)->start;
  return (a > b) - (a < b);
}

static void sort_times(int64_t *times, int count) {
  for (int i = 1; i < count; i++) {
    int64_t time = times[i];
    int j = i;
    for (; j > 0 && times[j - 1] > time; j--) times[j] = times[j - 1];
    times[j] = time;
  }
}

static void next_visit(device *d) {
  while (d->visit >= d->visit_count) {
    span drawn[VISITS];
    int64_t midnight = d->day * DAY - d->offset;
    for (int i = 0; i < VISITS; i++) {
      drawn[i].start = midnight + (int64_t)((double)DAY * unit(d->habit, d->day, 3 + 3 * i));
      int64_t length = (int64_t)((double)VISIT * (0.5 + unit(d->habit, d->day, 4 + 3 * i)));
      drawn[i].end = drawn[i].start + (length > 1 ? length : 1);
    }
    qsort(drawn, VISITS, sizeof *drawn, by_start);
    d->day++, d->visit = 0, d->visit_count = 0;
    for (int i = 0; i < VISITS; i++)
      if (drawn[i].start > 0 && drawn[i].start > d->last_end) {
        d->visits[d->visit_count++] = drawn[i];
        d->last_end = drawn[i].end + 1;
      }
  }
  d->visit_next = d->visits[d->visit].start;
}

static int64_t next_push(device *d) {
  if (d->push == PUSHES) {
    next(&d->random);
    for (int i = 0; i < PUSHES; i++) d->pushes[i] = d->push_day * DAY + below(&d->random, DAY);
    sort_times(d->pushes, PUSHES);
    d->push = 0, d->push_day++;
  }
  return d->pushes[d->push++];
}

static void release(device *d, counts *c) {
  c->held += d->now - d->queue[d->queue_head].created;
  d->queue_head = (d->queue_head + 1) % QUEUE, d->queue_count--, d->ready++;
}

static void submit(device *d) {
  int64_t opens = d->now;
  if (!d->is_open && d->delay > 0 && d->last + d->delay > opens) opens = d->last + d->delay;
  if (opens == d->now) {
    d->ready++;
  } else {
    if (d->queue_count == QUEUE) abort();
    d->queue[(d->queue_head + d->queue_count++) % QUEUE] = (held){d->now, opens};
  }
}

static void run(int number, counts *c) {
  device d = {.last = 0, .push = PUSHES};
  stream clock = seeded(key("clock"), number), visits = seeded(key("visits"), number);
  d.offset = below(&clock, DAY);
  d.offset += below(&clock, 7) * DAY;
  d.day = d.offset / DAY;
  d.habit = next(&visits);
  d.random = seeded(key("push/work"), number);
  next_visit(&d);
  int64_t push = next_push(&d);
  for (;;) {
    while (d.active < SLOTS && d.ready > 0) {
      d.ends[(d.ends_head + d.active++) % SLOTS] = d.now + DURATION;
      d.ready--;
    }
    int64_t next = d.visit_next < push ? d.visit_next : push;
    if (d.queue_count > 0) {
      if (d.queue[d.queue_head].opens < next) next = d.queue[d.queue_head].opens;
    } else if (d.delay > 0) {
      int64_t lapse = d.quiet + d.delay > d.now ? d.quiet + d.delay : d.now;
      if (lapse < next) next = lapse;
    }
    if (d.active > 0 && d.ends[d.ends_head] < next) next = d.ends[d.ends_head];
    if (next > WEEK) break;
    d.now = next;
    c->events++;
    if (d.visit_next == next && !d.is_open) {
      d.is_open = 1, d.visit_next = d.visits[d.visit].end, d.delay = 0;
      while (d.queue_count > 0) release(&d, c);
    }
    while (d.active > 0 && d.ends[d.ends_head] <= next) {
      d.ends_head = (d.ends_head + 1) % SLOTS, d.active--, c->finished++;
      if (!d.is_open && d.active + d.ready + d.queue_count == 0) {
        d.delay = d.delay == 0 ? BASE : d.delay * 2 < CAP ? d.delay * 2 : CAP;
        d.last = d.quiet = next;
        c->launches++;
      }
    }
    int is_released = 0;
    while (d.queue_count > 0 && d.queue[d.queue_head].opens <= next) release(&d, c), is_released = 1;
    if (is_released) d.quiet = next;
    if (d.delay > 0 && d.queue_count == 0 && d.quiet + d.delay <= next) d.delay = 0;
    while (push <= next) {
      if (!d.is_open) c->launches++;
      submit(&d);
      push = next_push(&d);
    }
    if (d.visit_next == next && d.is_open) {
      d.is_open = 0, d.visit++;
      next_visit(&d);
    }
  }
}

int main(int argc, char **argv) {
  int runs = argc > 1 ? atoi(argv[1]) : 1;
  counts c = {0};
  struct timespec start, end;
  clock_gettime(CLOCK_MONOTONIC, &start);
  for (int i = 0; i < runs; i++) run(i, &c);
  clock_gettime(CLOCK_MONOTONIC, &end);
  double seconds = (double)(end.tv_sec - start.tv_sec) + (double)(end.tv_nsec - start.tv_nsec) * 1e-9;
  printf("{\"runs\": %d, \"events\": %lld, \"launches\": %lld, \"finished\": %lld, \"held\": %lld, \"seconds\": %.9f}\n", runs,
         (long long)c.events, (long long)c.launches, (long long)c.finished, (long long)c.held, seconds);
  return 0;
}

/* What all yardsticks share: a table, the least excluded value by stamps, and the output as raw numbers for a comparison. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST 65536
static uint32_t stamp[MOST], now;
static inline void begin(void) { now++; }
static inline void seen(uint32_t value) { stamp[value] = now; }
static inline uint32_t mex(void) {
    uint32_t value = 0;
    while (stamp[value] == now) value++;
    return value;
}

static uint16_t *cells(size_t count) {
    uint16_t *all = calloc(count, sizeof *all);
    if (!all) exit(2);
    return all;
}

/* With a second argument the values are written, else a sum of them, so that nothing is left out. */
static int told(const uint16_t *values, size_t count, int arguments, char **argument) {
    if (2 < arguments && strcmp(argument[2], "dump") == 0) return fwrite(values, 2, count, stdout) != count;
    uint64_t sum = 0;
    for (size_t at = 0; at < count; at++) sum = sum * 31 + values[at];
    printf("%llx\n", (unsigned long long)sum);
    return 0;
}

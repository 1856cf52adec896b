#include "yardstick.h"
int main(int c, char **v) {
    long n = atol(v[1]);
    uint16_t *g = cells(n);
    /* The divisors of each number, by a sieve. */
    uint32_t *from = calloc(n + 1, sizeof *from), *list;
    for (long d = 1; d < n; d++) for (long m = d; m < n; m += d) from[m + 1 <= n ? m + 1 : n]++;
    for (long x = 1; x <= n; x++) from[x] += from[x - 1];
    list = malloc((from[n] + 1) * sizeof *list);
    uint32_t *at = malloc((n + 1) * sizeof *at);
    memcpy(at, from, (n + 1) * sizeof *at);
    for (long d = 1; d < n; d++) for (long m = d; m < n; m += d) list[at[m]++] = d;
    for (long x = 1; x < n; x++) {
        begin();
        for (uint32_t k = from[x]; k < at[x]; k++) seen(g[x - list[k]]);
        g[x] = mex();
    }
    return told(g, n, c, v);
}

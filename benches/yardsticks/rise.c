#include "yardstick.h"
int main(int c, char **v) {
    long n = atol(v[1]);
    uint16_t *g = cells(2 * n * 2 * n);
    long w = 2 * n;
    /* By total, as the bishop raises the other heap by half of what it takes. */
    for (long t = 0; t < 2 * n - 1; t++) for (long x = 0; x <= t; x++) {
        long y = t - x;
        begin();
        for (long i = 1; i <= x; i++) seen(g[(x - i) * w + y]);
        for (long j = 1; j <= y; j++) seen(g[x * w + y - j]);
        for (long i = 2; i <= x; i++) seen(g[(x - i) * w + y + i / 2]);
        g[x * w + y] = mex();
    }
    uint16_t *out = cells(n * n);
    for (long x = 0; x < n; x++) for (long y = 0; y < n; y++) out[x * n + y] = g[x * w + y];
    return told(out, n * n, c, v);
}

#include "yardstick.h"
int main(int c, char **v) {
    long n = atol(v[1]), w = 2 * n + 1;
    uint16_t *g = cells(n * w), *out = cells(n);
    for (long x = 0; x < n; x++) for (long q = 0; q < w; q++) {
        begin();
        for (long i = 1; i <= q && i <= x; i++) seen(g[(x - i) * w + 2 * i]);
        g[x * w + q] = mex();
    }
    for (long x = 1; x < n; x++) out[x] = g[x * w + x - 1];
    return told(out, n, c, v);
}

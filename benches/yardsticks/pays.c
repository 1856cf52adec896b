#include "yardstick.h"
int main(int c, char **v) {
    long n = atol(v[1]), w = 6 * n;
    uint16_t *g = cells(n * w);
    for (long x = 0; x < n; x++) for (long y = 0; y < n + 5 * (n - 1 - x); y++) {
        begin();
        if (x) seen(g[(x - 1) * w + y + 5]);
        for (long i = 1; i <= 4 && i <= y; i++) seen(g[x * w + y - i]);
        if (x >= 2) seen(g[(x - 2) * w + y]);
        g[x * w + y] = mex();
    }
    uint16_t *out = cells(n * n);
    for (long x = 0; x < n; x++) for (long y = 0; y < n; y++) out[x * n + y] = g[x * w + y];
    return told(out, n * n, c, v);
}

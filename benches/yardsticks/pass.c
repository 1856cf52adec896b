#include "yardstick.h"
int main(int c, char **v) {
    long n = atol(v[1]);
    uint16_t *g = cells(2 * n * n), *h = g + n * n;
    for (long x = 0; x < n; x++) for (long y = 0; y < n; y++) {
        begin();
        for (long i = 1; i <= x; i++) seen(g[(x - i) * n + y]);
        for (long j = 1; j <= y; j++) seen(g[x * n + y - j]);
        g[x * n + y] = mex();
        begin();
        for (long i = 1; i <= x; i++) seen(h[(x - i) * n + y]);
        for (long j = 1; j <= y; j++) seen(h[x * n + y - j]);
        if (x + y) seen(g[x * n + y]);
        h[x * n + y] = mex();
    }
    return told(g, 2 * n * n, c, v);
}

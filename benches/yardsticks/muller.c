#include "yardstick.h"
static int parity(long a) { return __builtin_parityl(a); }
int main(int c, char **v) {
    long n = atol(v[1]);
    uint16_t *g = cells(n * n);
    for (long x = 0; x < n; x++) for (long y = 0; y < n; y++) {
        begin();
        for (long i = 1; i <= x; i++) seen(g[(x - i) * n + y]);
        for (long j = 1; j <= y; j++) seen(g[x * n + y - j]);
        for (long i = 1; i <= x && i <= y; i++) if ((x + y + i) % 5 < 2) seen(g[(x - i) * n + y - i]);
        g[x * n + y] = mex();
    }
    (void)parity;
    return told(g, n * n, c, v);
}

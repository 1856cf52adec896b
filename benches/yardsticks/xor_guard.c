#include "yardstick.h"
int main(int c, char **v) {
    long n = atol(v[1]);
    uint16_t *g = cells(n * n);
    for (long x = 0; x < n; x++) for (long y = 0; y < n; y++) {
        begin();
        for (long i = 1; i <= x; i++) if ((i ^ y) % 3 != 0) seen(g[(x - i) * n + y]);
        for (long j = 1; j <= y; j++) if ((j ^ x) % 3 != 0) seen(g[x * n + y - j]);
        g[x * n + y] = mex();
    }
    return told(g, n * n, c, v);
}

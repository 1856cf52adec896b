#include "yardstick.h"
int main(int c, char **v) {
    long n = atol(v[1]);
    uint16_t *g = cells(n * n);
    for (long x = 0; x < n; x++) for (long y = 0; y < n; y++) {
        begin();
        for (long i = 1; i <= x; i++) seen(g[(x - i) * n + y]);
        for (long j = 1; j <= y; j++) seen(g[x * n + y - j]);
        for (long d = -2; d <= 2; d++) for (long i = d < 0 ? 1 - d : 1; i <= x && i + d <= y; i++) seen(g[(x - i) * n + y - i - d]);
        g[x * n + y] = mex();
    }
    return told(g, n * n, c, v);
}

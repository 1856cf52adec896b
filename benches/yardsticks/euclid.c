#include "yardstick.h"
int main(int c, char **v) {
    long n = atol(v[1]);
    uint16_t *g = cells(n * n);
    for (long x = 0; x < n; x++) for (long y = 0; y < n; y++) {
        begin();
        if (0 < x) for (long k = 1; k * x <= y; k++) seen(g[x * n + y - k * x]);
        if (0 < y) for (long k = 1; k * y <= x; k++) seen(g[(x - k * y) * n + y]);
        g[x * n + y] = mex();
    }
    return told(g, n * n, c, v);
}

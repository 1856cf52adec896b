#include "yardstick.h"
int main(int c, char **v) {
    long n = atol(v[1]);
    uint16_t *g = cells(n * n);
    for (long x = 0; x < n; x++) for (long y = 0; y < n; y++) {
        begin();
        for (long a = 0; a < x; a++) if ((a ^ y) < (x ^ y)) seen(g[a * n + y]);
        for (long b = 0; b < y; b++) if ((x ^ b) < (x ^ y)) seen(g[x * n + b]);
        g[x * n + y] = mex();
    }
    return told(g, n * n, c, v);
}

#include "yardstick.h"
int main(int c, char **v) {
    long n = atol(v[1]);
    uint16_t *g = cells(n * n * n);
#define AT(x, y, z) g[((x) * n + (y)) * n + (z)]
    for (long x = 0; x < n; x++) for (long y = 0; y < n; y++) for (long z = 0; z < n; z++) {
        if ((x + z) / 2 < y) continue;
        begin();
        for (long a = 0; a < x; a++) seen(AT(a, y < (a + z) / 2 ? y : (a + z) / 2, z));
        for (long b = 0; b < y; b++) seen(AT(x, b, z));
        for (long d = 0; d < z; d++) seen(AT(x, y < (x + d) / 2 ? y : (x + d) / 2, d));
        AT(x, y, z) = mex();
    }
    return told(g, n * n * n, c, v);
}

#include "yardstick.h"
/* One heap of n, a register that holds what was taken last: it may not be taken again. */
int main(int c, char **v) {
    long n = atol(v[1]);
    uint16_t *g = cells(n * 21);
    for (long x = 0; x < n; x++) for (long r = 0; r <= 20; r++) {
        begin();
        for (long i = 1; i <= x && i <= 20; i++) if (i != r) seen(g[i * n + x - i]);
        g[r * n + x] = mex();
    }
    return told(g, n * 21, c, v);
}

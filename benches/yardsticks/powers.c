#include "yardstick.h"
int main(int c, char **v) {
    long n = atol(v[1]);
    uint16_t *g = cells(n);
    for (long x = 0; x < n; x++) {
        begin();
        for (long i = 1; i <= x; i *= 2) seen(g[x - i]);
        g[x] = mex();
    }
    return told(g, n, c, v);
}

#include "yardstick.h"
int main(int c, char **v) {
    long n = atol(v[1]);
    uint16_t *g = cells(n);
    for (long x = 0; x < n; x++) {
        begin();
        for (long k = 1; k * k <= x; k++) seen(g[x - k * k]);
        g[x] = mex();
    }
    return told(g, n, c, v);
}

#include "yardstick.h"
int main(int c, char **v) {
    long n = atol(v[1]);
    uint16_t *g = cells(n);
    static const int set[] = {2, 5, 7, 11, 23, 41};
    for (long x = 0; x < n; x++) {
        begin();
        for (int k = 0; k < 6; k++) if (set[k] <= x) seen(g[x - set[k]]);
        g[x] = mex();
    }
    return told(g, n, c, v);
}

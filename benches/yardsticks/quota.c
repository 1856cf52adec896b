#include "yardstick.h"
/* Fibonacci Nim: n tokens, at most q may be taken, then at most twice as many. Values for q = 1..2n. */
int main(int c, char **v) {
    long n = atol(v[1]), m = 2 * n;
    uint16_t *g = cells(n * m);
    for (long x = 0; x < n; x++) {
        begin();
        uint32_t value = 0;
        for (long q = 0; q < m; q++) {
            if (1 <= q && q <= x) {
                seen(g[(x - q) * m + (2 * q < m ? 2 * q : m - 1)]);
                while (stamp[value] == now) value++;
            }
            g[x * m + q] = value;
        }
    }
    return told(g, n * m, c, v);
}

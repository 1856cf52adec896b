#include "yardstick.h"
#define AT(x, y, z) (((x) * 3 * n + (y)) * 2 * n + (z))
int main(int c, char **v) {
    long n = atol(v[1]);
    uint16_t *g = cells(6 * n * n * n);
    for (long x = 0; x < n; x++) for (long y = 0; y < n + 2 * (n - 1 - x); y++) for (long z = 0; z < n + (n - 1 - x); z++) {
        begin();
        if (x) seen(g[AT(x - 1, y + 2, z + 1)]);
        for (long i = 1; i <= 3 && i <= y; i++) seen(g[AT(x, y - i, z)]);
        for (long i = 1; i <= 2 && i <= z; i++) seen(g[AT(x, y, z - i)]);
        g[AT(x, y, z)] = mex();
    }
    uint16_t *out = cells(n * n * n);
    for (long x = 0; x < n; x++) for (long y = 0; y < n; y++) for (long z = 0; z < n; z++) out[(x * n + y) * n + z] = g[AT(x, y, z)];
    return told(out, n * n * n, c, v);
}

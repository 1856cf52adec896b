#include "yardstick.h"
/* Chomp with three rows x >= y >= z; a bite at row r leaves at most k in it and those after. */
int main(int c, char **v) {
    long n = atol(v[1]);
    uint16_t *g = cells(n * n * n);
#define AT(x, y, z) g[((x) * n + (y)) * n + (z)]
    for (long x = 0; x < n; x++) for (long y = 0; y <= x; y++) for (long z = 0; z <= y; z++) {
        begin();
        for (long k = 1; k < x; k++) seen(AT(k, y < k ? y : k, z < k ? z : k));
        for (long k = 0; k < y; k++) seen(AT(x, k, z < k ? z : k));
        for (long k = 0; k < z; k++) seen(AT(x, y, k));
        AT(x, y, z) = x ? mex() : 0;
    }
    return told(g, n * n * n, c, v);
}

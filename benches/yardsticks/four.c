#include "yardstick.h"
int main(int c, char **v) {
    long n = atol(v[1]);
    uint16_t *g = cells(n * n * n * n);
#define AT(a, b, d, e) g[(((a) * n + (b)) * n + (d)) * n + (e)]
    for (long a = 0; a < n; a++) for (long b = 0; b < n; b++) for (long d = 0; d < n; d++) for (long e = 0; e < n; e++) {
        begin();
        for (long i = 1; i <= a; i++) if ((a - i + b) % 3 != 1) seen(AT(a - i, b, d, e));
        for (long i = 1; i <= b; i++) if ((b - i + d) % 3 != 1) seen(AT(a, b - i, d, e));
        for (long i = 1; i <= d; i++) if ((d - i + e) % 3 != 1) seen(AT(a, b, d - i, e));
        for (long i = 1; i <= e; i++) if ((e - i + a) % 3 != 1) seen(AT(a, b, d, e - i));
        AT(a, b, d, e) = mex();
    }
    return told(g, n * n * n * n, c, v);
}

# Further games of other shapes: rules, and a plain C loop over the options of one position; S(...) is an option. Written by hand
# from the rules, without a look at how the program reads them.
# name: (heaps, size, rules, options in C)
SHAPES = {
    'mark': (1, 1000000,
        'move one: n -> n - 1 where 1 <= n\nmove half: n -> floor(n / 2) where 1 <= n',
        'if(n>=1){S(n-1);S(n/2);}'),
    'third': (1, 100000,
        'move take(i): n -> n - i where 1 <= i, 3 * i <= n',
        'for(long i=1;3*i<=n;i++)S(n-i);'),
    'floors': (1, 30000,
        'move share(k): n -> floor(n / k) where 2 <= k, k <= n',
        'for(long k=2;k<=n&&k<=n;k++)S(n/k);'),
    'bit': (1, 1000000,
        'move bit(k): n -> n - 2^k where 0 <= k, floor(n / 2^k) mod 2 = 1',
        'for(long k=0;(1L<<k)<=n;k++)if(n>>k&1)S(n-(1L<<k));'),
    'xorless': (1, 20000,
        'move flip(i): n -> n xor i where 1 <= i <= 64, (n xor i) < n',
        'for(long i=1;i<=64;i++)if((n^i)<n)S(n^i);'),
    'rootbig': (1, 20000,
        'move take(i): n -> n - i where 1 <= i, n <= i * i',
        'for(long i=1;i<=n;i++)if(n<=i*i)S(n-i);'),
    'res': (1, 20000,
        'move take(i): n -> n - i where 1 <= i, i mod 3 != 0',
        'for(long i=1;i<=n;i++)if(i%3)S(n-i);'),
    'tri': (1, 1000000,
        'move take(i, k): n -> n - i where 1 <= k, 2 * i = k * k + k',
        'for(long k=1;k*(k+1)/2<=n;k++)S(n-k*(k+1)/2);'),
    'cubes': (1, 1000000,
        'move take(i, k): n -> n - i where 1 <= k, i = k^3',
        'for(long k=1;k*k*k<=n;k++)S(n-k*k*k);'),
    'coll': (1, 20000,
        'move rest(k): n -> n mod k where 1 <= k <= n',
        'for(long k=1;k<=n;k++)S(n%k);'),
    'gap': (2, 1000,
        'move rook(i) symmetric: x -> x - i where 1 <= i\nmove both(i, j): (x, y) -> (x - i, y - j) where 1 <= i, 1 <= j, abs(i - j) <= 2',
        'for(long i=1;i<=x;i++)S(x-i,y);for(long i=1;i<=y;i++)S(x,y-i);for(long i=1;i<=x;i++)for(long j=i-2<1?1:i-2;j<=i+2&&j<=y;j++)S(x-i,y-j);'),
    'upto': (2, 1000,
        'move rook(i) symmetric: x -> x - i where 1 <= i <= y',
        'for(long i=1;i<=x&&i<=y;i++)S(x-i,y);for(long i=1;i<=y&&i<=x;i++)S(x,y-i);'),
    'disk': (2, 300,
        'move both(i, j): (x, y) -> (x - i, y - j) where 0 <= i, 0 <= j, 1 <= i + j, i * i + j * j <= 100',
        'for(long i=0;i<=x&&i<=10;i++)for(long j=0;j<=y&&i*i+j*j<=100;j++)if(i+j)S(x-i,y-j);'),
    'halfy': (2, 1000,
        'move halve: (x, y) -> (floor(x / 2), y) where 1 <= x\nmove halves: (x, y) -> (x, floor(y / 2)) where 1 <= y\nmove both(i): (x, y) -> (x - i, y - i) where 1 <= i',
        'if(x)S(x/2,y);if(y)S(x,y/2);for(long i=1;i<=x&&i<=y;i++)S(x-i,y-i);'),
    'transfer': (2, 500,
        'move take(i) symmetric: x -> x - i where 1 <= i\nmove shift(i): (x, y) -> (x - 2 * i, y + i) where 1 <= i',
        'for(long i=1;i<=x;i++)S(x-i,y);for(long i=1;i<=y;i++)S(x,y-i);for(long i=1;2*i<=x;i++)S(x-2*i,y+i);'),
    'knight': (2, 1000,
        'move a: (x, y) -> (x - 1, y - 2)\nmove b: (x, y) -> (x - 2, y - 1)\nmove c: (x, y) -> (x - 2, y + 1)\nmove d: (x, y) -> (x + 1, y - 2)',
        'if(x>=1&&y>=2)S(x-1,y-2);if(x>=2&&y>=1)S(x-2,y-1);if(x>=2)S(x-2,y+1);if(y>=2)S(x+1,y-2);'),
    'ratio': (2, 300,
        'move rook(i) symmetric: x -> x - i where 1 <= i\nmove both(i, j): (x, y) -> (x - i, y - j) where 1 <= i <= j <= 2 * i',
        'for(long i=1;i<=x;i++)S(x-i,y);for(long i=1;i<=y;i++)S(x,y-i);for(long i=1;i<=x;i++)for(long j=i;j<=2*i&&j<=y;j++)S(x-i,y-j);'),
    'divs2': (2, 500,
        'move one(i): (x, y) -> (x - i, y) where 1 <= i, y mod i = 0\nmove two(i): (x, y) -> (x, y - i) where 1 <= i, x mod i = 0',
        'for(long i=1;i<=x;i++)if(y%i==0)S(x-i,y);for(long i=1;i<=y;i++)if(x%i==0)S(x,y-i);'),
    'blockx': (2, 1000,
        "move rook(i) symmetric: x -> x - i where 1 <= i, (x' + y) mod 5 != 2\nmove both(i): (x, y) -> (x - i, y - i) where 1 <= i",
        'for(long i=1;i<=x;i++)if((x-i+y)%5!=2)S(x-i,y);for(long i=1;i<=y;i++)if((y-i+x)%5!=2)S(x,y-i);for(long i=1;i<=x&&i<=y;i++)S(x-i,y-i);'),
    'sumsq': (2, 300,
        'move both(i, j): (x, y) -> (x - i, y - j) where 0 <= i, 0 <= j, 1 <= i + j, i = 0 or j = 0 or i + j <= 7',
        'for(long i=0;i<=x;i++)for(long j=0;j<=y;j++)if((i||j)&&(!i||!j||i+j<=7))S(x-i,y-j);'),
    'min': (2, 1000,
        'move rook(i) symmetric: x -> x - i where 1 <= i, i <= max(1, min(x, y))',
        '{long m=x<y?x:y;if(m<1)m=1;for(long i=1;i<=x&&i<=m;i++)S(x-i,y);for(long i=1;i<=y&&i<=m;i++)S(x,y-i);}'),
    'evenq': (2, 1000,
        'move rook(i) symmetric: x -> x - i where 1 <= i, (x + y) mod 2 = 0\nmove step symmetric: x -> x - 1 where 1 <= x',
        'if((x+y)%2==0){for(long i=1;i<=x;i++)S(x-i,y);for(long i=1;i<=y;i++)S(x,y-i);}if(x)S(x-1,y);if(y)S(x,y-1);'),
    'gold': (2, 1000,
        "move rook(i) symmetric: x -> x - i where 1 <= i, x' >= floor(y / 2) ",
        'for(long i=1;i<=x&&x-i>=y/2;i++)S(x-i,y);for(long i=1;i<=y&&y-i>=x/2;i++)S(x,y-i);'),
    'queen3': (3, 100,
        'move one(i) symmetric: x -> x - i where 1 <= i\nmove all(i): (x, y, z) -> (x - i, y - i, z - i) where 1 <= i',
        'for(long i=1;i<=x;i++)S(x-i,y,z);for(long i=1;i<=y;i++)S(x,y-i,z);for(long i=1;i<=z;i++)S(x,y,z-i);for(long i=1;i<=x&&i<=y&&i<=z;i++)S(x-i,y-i,z-i);'),
    'two3': (3, 40,
        'move two(i, j) symmetric: (x, y, z) -> (x - i, y - j, z) where 0 <= i, 0 <= j, 1 <= i + j',
        'for(long i=0;i<=x;i++)for(long j=0;j<=y;j++)if(i+j)S(x-i,y-j,z);for(long i=0;i<=x;i++)for(long j=0;j<=z;j++)if(i+j)S(x-i,y,z-j);for(long i=0;i<=y;i++)for(long j=0;j<=z;j++)if(i+j)S(x,y-i,z-j);'),
    'least3': (3, 100,
        'move one(i) symmetric: x -> x - i where 1 <= i, i <= min(y, z) + 1',
        '{long m;m=(y<z?y:z)+1;for(long i=1;i<=x&&i<=m;i++)S(x-i,y,z);m=(x<z?x:z)+1;for(long i=1;i<=y&&i<=m;i++)S(x,y-i,z);m=(y<x?y:x)+1;for(long i=1;i<=z&&i<=m;i++)S(x,y,z-i);}'),
    'sum3': (3, 40,
        'move cut(i, j, k): (x, y, z) -> (x - i, y - j, z - k) where 0 <= i, 0 <= j, 0 <= k, 1 <= i + j + k <= 4',
        'for(long i=0;i<=x&&i<=4;i++)for(long j=0;j<=y&&i+j<=4;j++)for(long k=0;k<=z&&i+j+k<=4;k++)if(i+j+k)S(x-i,y-j,z-k);'),
    'order3': (3, 100,
        'positions where x <= y <= z\nmove a(i): x -> x - i where 1 <= i\nmove b(i): y -> y - i where 1 <= i\nmove c(i): z -> z - i where 1 <= i',
        'if(x<=y&&y<=z){for(long i=1;i<=x;i++)S(x-i,y,z);for(long i=1;y-i>=x;i++)S(x,y-i,z);for(long i=1;z-i>=y;i++)S(x,y,z-i);}'),
    'moore4': (4, 40,
        'move one(i) symmetric: a -> a - i where 1 <= i <= 3\nmove all: (a, b, c, d) -> (a - 1, b - 1, c - 1, d - 1)',
        'for(long i=1;i<=a&&i<=3;i++)S(a-i,b,c,d);for(long i=1;i<=b&&i<=3;i++)S(a,b-i,c,d);for(long i=1;i<=c&&i<=3;i++)S(a,b,c-i,d);for(long i=1;i<=d&&i<=3;i++)S(a,b,c,d-i);if(a&&b&&c&&d)S(a-1,b-1,c-1,d-1);'),
    'cyc4': (4, 30,
        'move p(i): (a, b, c, d) -> (a - i, b - i, c, d) where 1 <= i\nmove q(i): (a, b, c, d) -> (a, b - i, c - i, d) where 1 <= i\nmove r(i): (a, b, c, d) -> (a, b, c - i, d - i) where 1 <= i\nmove s(i): (a, b, c, d) -> (a - i, b, c, d - i) where 1 <= i',
        'for(long i=1;i<=a&&i<=b;i++)S(a-i,b-i,c,d);for(long i=1;i<=b&&i<=c;i++)S(a,b-i,c-i,d);for(long i=1;i<=c&&i<=d;i++)S(a,b,c-i,d-i);for(long i=1;i<=d&&i<=a;i++)S(a-i,b,c,d-i);'),
    'xorheap': (2, 300,
        'move rook(i) symmetric: x -> x - i where 1 <= i, (x xor y) mod 3 != 1',
        'if((x^y)%3!=1){for(long i=1;i<=x;i++)S(x-i,y);for(long i=1;i<=y;i++)S(x,y-i);}'),
    'ixorj': (2, 200,
        'move both(i, j): (x, y) -> (x - i, y - j) where 0 <= i, 0 <= j, 1 <= i + j, (i xor j) <= 1',
        'for(long i=0;i<=x;i++)for(long j=0;j<=y;j++)if(i+j&&(i^j)<=1)S(x-i,y-j);'),
    'mult': (2, 500,
        'move euc(k): (x, y) -> (x - k * y, y) where 1 <= k, 1 <= y\nmove euc2(k): (x, y) -> (x, y - k * x) where 1 <= k, 1 <= x\nmove one symmetric: x -> x - 1',
        'if(y)for(long k=1;k*y<=x;k++)S(x-k*y,y);if(x)for(long k=1;k*x<=y;k++)S(x,y-k*x);if(x)S(x-1,y);if(y)S(x,y-1);'),
    'swap': (2, 500,
        'move shrink(i): (x, y) -> (y, x - i) where 1 <= i, y <= x',
        'if(y<=x)for(long i=1;i<=x;i++)S(y,x-i);'),
    'sqdiag': (2, 300,
        'move rook(i) symmetric: x -> x - i where 1 <= i\nmove diag(i, k): (x, y) -> (x - i, y - i) where 1 <= k, i = k * k',
        'for(long i=1;i<=x;i++)S(x-i,y);for(long i=1;i<=y;i++)S(x,y-i);for(long k=1;k*k<=x&&k*k<=y;k++)S(x-k*k,y-k*k);'),
    'ratio2': (2, 300,
        'move both(i, j): (x, y) -> (x - i, y - j) where 0 <= i, 0 <= j, 1 <= i + j, i = 0 or j = 0 or i = 2 * j or j = 2 * i',
        'for(long i=1;i<=x;i++)S(x-i,y);for(long i=1;i<=y;i++)S(x,y-i);for(long i=1;2*i<=x&&i<=y;i++)S(x-2*i,y-i);for(long i=1;i<=x&&2*i<=y;i++)S(x-i,y-2*i);'),
    'floorphi': (2, 300,
        'move rook(i) symmetric: x -> x - i where 1 <= i\nmove far(i, j): (x, y) -> (x - i, y - j) where 1 <= i, 1 <= j, floor(i / 3) = floor(j / 3)',
        'for(long i=1;i<=x;i++)S(x-i,y);for(long i=1;i<=y;i++)S(x,y-i);for(long i=1;i<=x;i++)for(long j=1;j<=y;j++)if(i/3==j/3)S(x-i,y-j);'),
    'mingap': (2, 300,
        'move take(i) symmetric: x -> x - i where 1 <= i, abs(x - i - y) >= 2',
        'for(long i=1;i<=x;i++)if(labs(x-i-y)>=2)S(x-i,y);for(long i=1;i<=y;i++)if(labs(y-i-x)>=2)S(x,y-i);'),
    'prodle': (2, 300,
        "move take(i) symmetric: x -> x - i where 1 <= i, x' * y <= 100 or i = 1",
        'for(long i=1;i<=x;i++)if((x-i)*y<=100||i==1)S(x-i,y);for(long i=1;i<=y;i++)if((y-i)*x<=100||i==1)S(x,y-i);'),
    'gcd2': (2, 200,
        'move take(i) symmetric: x -> x - i where 1 <= i, (x + i * y) mod 4 = 0',
        'for(long i=1;i<=x;i++)if((x+i*y)%4==0)S(x-i,y);for(long i=1;i<=y;i++)if((y+i*x)%4==0)S(x,y-i);'),
    'power2': (2, 500,
        'move pow(k) symmetric: x -> x - 2^k where 0 <= k\nmove both(k): (x, y) -> (x - 2^k, y - 2^k) where 0 <= k',
        'for(long k=0;(1L<<k)<=x;k++)S(x-(1L<<k),y);for(long k=0;(1L<<k)<=y;k++)S(x,y-(1L<<k));for(long k=0;(1L<<k)<=x&&(1L<<k)<=y;k++)S(x-(1L<<k),y-(1L<<k));'),
    'allbut': (2, 300,
        'move take(i) symmetric: x -> x - i where 1 <= i, i != y',
        'for(long i=1;i<=x;i++)if(i!=y)S(x-i,y);for(long i=1;i<=y;i++)if(i!=x)S(x,y-i);'),
    'tri3': (3, 60,
        "move take(i) symmetric: x -> x - i where 1 <= i, x' <= y + z",
        'for(long i=1;i<=x;i++)if(x-i<=y+z)S(x-i,y,z);for(long i=1;i<=y;i++)if(y-i<=x+z)S(x,y-i,z);for(long i=1;i<=z;i++)if(z-i<=x+y)S(x,y,z-i);'),
    'mod3h': (3, 60,
        "move take(i) symmetric: x -> x - i where 1 <= i, (x' + y + z) mod 3 != 0",
        'for(long i=1;i<=x;i++)if((x-i+y+z)%3)S(x-i,y,z);for(long i=1;i<=y;i++)if((y-i+x+z)%3)S(x,y-i,z);for(long i=1;i<=z;i++)if((z-i+x+y)%3)S(x,y,z-i);'),
    'xor3': (3, 60,
        "move take(i) symmetric: x -> x - i where 1 <= i, (x' xor y) <= z + 3",
        'for(long i=1;i<=x;i++)if(((x-i)^y)<=z+3||((x-i)^z)<=y+3)S(x-i,y,z);for(long i=1;i<=y;i++)if(((y-i)^x)<=z+3||((y-i)^z)<=x+3)S(x,y-i,z);for(long i=1;i<=z;i++)if(((z-i)^x)<=y+3||((z-i)^y)<=x+3)S(x,y,z-i);'),
    'mid3': (3, 60,
        'move flip(i): (x, y, z) -> (y, z, x - i) where 1 <= i, y <= x, z <= x',
        'if(y<=x&&z<=x)for(long i=1;i<=x;i++)S(y,z,x-i);'),
    'prod3': (3, 40,
        'move cut(i, j): (x, y, z) -> (x - i, y - j, z) where 1 <= i, 1 <= j, i * j <= z\nmove z(i): z -> z - i where 1 <= i',
        'for(long i=1;i<=x;i++)for(long j=1;j<=y&&i*j<=z;j++)S(x-i,y-j,z);for(long i=1;i<=z;i++)S(x,y,z-i);'),
    'three1': (3, 80,
        'move one(i) symmetric: x -> x - i where 1 <= i <= 5, x mod 2 = y mod 2',
        'if(x%2==y%2||x%2==z%2)for(long i=1;i<=x&&i<=5;i++)S(x-i,y,z);if(y%2==x%2||y%2==z%2)for(long i=1;i<=y&&i<=5;i++)S(x,y-i,z);if(z%2==x%2||z%2==y%2)for(long i=1;i<=z&&i<=5;i++)S(x,y,z-i);'),
    'four2': (4, 24,
        'move one(i) symmetric: a -> a - i where 1 <= i, i <= b + c + d',
        'for(long i=1;i<=a&&i<=b+c+d;i++)S(a-i,b,c,d);for(long i=1;i<=b&&i<=a+c+d;i++)S(a,b-i,c,d);for(long i=1;i<=c&&i<=a+b+d;i++)S(a,b,c-i,d);for(long i=1;i<=d&&i<=a+b+c;i++)S(a,b,c,d-i);'),
    'four3': (4, 24,
        'move pair(i, j): (a, b, c, d) -> (a - i, b - j, c, d) where 0 <= i, 0 <= j, 1 <= i + j <= 3\nmove pair2(i, j): (a, b, c, d) -> (a, b, c - i, d - j) where 0 <= i, 0 <= j, 1 <= i + j, i * j <= 4',
        'for(long i=0;i<=a&&i<=3;i++)for(long j=0;j<=b&&i+j<=3;j++)if(i+j)S(a-i,b-j,c,d);for(long i=0;i<=c;i++)for(long j=0;j<=d;j++)if(i+j&&i*j<=4)S(a,b,c-i,d-j);'),
}
# Games in which a heap rises: positions in order of their total, on a board of twice the size.
RISING = {'transfer', 'knight'}
HEAPS = {1: 'n', 2: 'xy', 3: 'xyz', 4: 'abcd'}


def ruleset(name):
    heaps, _, rules, _ = SHAPES[name]
    return f'ruleset "{name}"\nheaps {", ".join(HEAPS[heaps])}\n{rules}\n'


def program(name):
    """The C program of a shape, for `yardstick.h`."""
    count, _, _, options = SHAPES[name]
    heaps, rises = HEAPS[count], name in RISING

    def index(prefix):
        at = '0'
        for heap in heaps:
            at = f'({at}) * W + ({prefix}{heap})'
        return at

    loops = ''.join(f'for (long {heap} = 0; {heap} < W; {heap}++) ' for heap in heaps)
    if rises:
        loops = 'for (long t = 0; t <= 2 * W - 2; t++) for (long x = 0; x <= t; x++) { long y = t - x; if (x >= W || y >= W) continue; '
    told = f'return told(g, {" * ".join(["n"] * count)}, c, v);'
    if rises:
        told = ('uint16_t *o = cells(n * n); for (long x = 0; x < n; x++) for (long y = 0; y < n; y++) o[x * n + y] = g[x * W + y]; '
                'return told(o, n * n, c, v);')
    return f'''#include "yardstick.h"
#define S({", ".join("_" + heap for heap in heaps)}) seen(g[{index("_")}])
int main(int c, char **v) {{
    long n = atol(v[1]), W = {"2 * n" if rises else "n"};
    uint16_t *g = cells({" * ".join(["W"] * count)});
    {loops}{{ begin(); {options} g[{index("")}] = mex(); }}{" }" if rises else ""}
    {told}
}}
'''

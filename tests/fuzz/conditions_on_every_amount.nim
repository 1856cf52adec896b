param c=2heaps x,y
move m0(i)x->x- i where c <= i, |total - (2^min(abs(i), 6))| <= 4

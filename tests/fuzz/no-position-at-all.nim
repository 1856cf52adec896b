heaps x,y
positions where-(x)in{}move m0(i)x->i where 1<=(x)<=(i)theorem"":(forall n0>=1:N(n0,3))
heaps x,y
move m0(a)(x,y)->(-a,0)where 2<=a
claim"":(x,y)in({(k,k)for k>=3}intersect{(0,-(k))for k>=9223372036854775807})
heaps h[2] below omega^2
move take for each a in h: a -> a' where a' < a

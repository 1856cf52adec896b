extends "rooks.nim"
heaps z
move top: z -> z - 1

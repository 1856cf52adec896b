sum of "nim.nim", "yama.nim"
heaps z

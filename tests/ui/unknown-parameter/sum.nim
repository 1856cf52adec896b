sum of "nim.nim" with heap_count = 1, "yama.nim"

sum of "nim.nim", "yma.nim"

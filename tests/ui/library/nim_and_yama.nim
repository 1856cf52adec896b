ruleset "Nim and Yama Nim"
sum of "nim.nim", "yama.nim"

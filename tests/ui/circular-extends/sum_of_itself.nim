sum of "sum_of_itself.nim", "nim.nim"

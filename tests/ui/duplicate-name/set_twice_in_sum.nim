sum of "triangular_wythoff.nim" with c = 2, c = 3, "triangular_wythoff.nim"

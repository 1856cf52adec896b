extends "triangular_wythoff.nim" with c = {1, 3}

extends "triangular_wythoff.nim" with c = 3
param c = 1

extends "ryuo.nim" with p = 1

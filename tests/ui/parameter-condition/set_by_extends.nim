extends "ryuo.nim" with p = 0

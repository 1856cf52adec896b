extends "one.nim"

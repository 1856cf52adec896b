extends "two.nim"

extends "itself.nim"

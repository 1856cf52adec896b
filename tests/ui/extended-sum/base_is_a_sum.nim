extends "nim_and_yama.nim"

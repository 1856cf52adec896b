extends "trianglar.nim"

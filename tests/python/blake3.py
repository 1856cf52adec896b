"""BLAKE3 (O'Connor, Aumasson, Neves and Wilcox-O'Hearn 2020), as slow as it is short: the hash of a ruleset's text."""
import struct

IV = (0x6A09E667, 0xBB67AE85, 0x3C6EF372, 0xA54FF53A, 0x510E527F, 0x9B05688C, 0x1F83D9AB, 0x5BE0CD19)
ORDER = (2, 6, 3, 10, 7, 0, 4, 13, 1, 11, 12, 5, 9, 14, 15, 8)
COLUMNS = ((0, 4, 8, 12), (1, 5, 9, 13), (2, 6, 10, 14), (3, 7, 11, 15), (0, 5, 10, 15), (1, 6, 11, 12), (2, 7, 8, 13),
           (3, 4, 9, 14))
START, END, PARENT, ROOT = 1, 2, 4, 8
MASK = 0xFFFFFFFF


def compress(chain, block, counter, length, flags):
    v = list(chain) + list(IV[:4]) + [counter & MASK, counter >> 32, length, flags]
    words = list(block)

    def turned(value, by):
        return (value >> by | value << 32 - by) & MASK
    for _ in range(7):
        for at, (a, b, c, d) in enumerate(COLUMNS):
            for word, (first, second) in zip(words[2 * at:2 * at + 2], ((16, 12), (8, 7))):
                v[a] = (v[a] + v[b] + word) & MASK
                v[d] = turned(v[d] ^ v[a], first)
                v[c] = (v[c] + v[d]) & MASK
                v[b] = turned(v[b] ^ v[c], second)
        words = [words[at] for at in ORDER]
    return [v[at] ^ v[at + 8] for at in range(8)]


def chunk(data, counter, root):
    chain = IV
    blocks = [data[at:at + 64] for at in range(0, len(data), 64)] or [b'']
    for at, block in enumerate(blocks):
        flags = (START if at == 0 else 0) | ((END | root) if at + 1 == len(blocks) else 0)
        words = struct.unpack('<16I', block.ljust(64, b'\0'))
        chain = compress(chain, words, counter, len(block), flags)
    return chain


def tree(data, counter, root):
    if len(data) <= 1024:
        return chunk(data, counter, root)
    half = 1024
    while 2 * half < len(data):
        half *= 2
    return compress(IV, tree(data[:half], counter, 0) + tree(data[half:], counter + half // 1024, 0), 0, 64, PARENT | root)


def blake3(data):
    """The hash of bytes, in hexadecimal."""
    return struct.pack('<8I', *tree(data, 0, ROOT)).hex()
